% What cannot be printed.
try, fprintf('%d\n', {1}), catch e, disp(e.message), end
try, sprintf(1), catch e, disp(e.message), end
try, sprintf(), catch e, disp(e.message), end
try, sprintf('%d', struct()), catch e, disp(e.message), end
try, fprintf(99, 'x'), catch e, disp(e.message), end
try, disp(), catch e, disp(e.message), end
try, num2str(), catch e, disp(e.message), end
try, num2str({}), catch e, disp(e.message), end
try, mat2str({}), catch e, disp(e.message), end
try, str2double(), catch e, disp(e.message), end
try, strcat(), catch e, disp(e.message), end
try, strrep('a', 1, 'b'), catch e, disp(e.message), end
try, regexprep('a'), catch e, disp(e.message), end
try, strsplit(1), catch e, disp(e.message), end
try, strjoin(1), catch e, disp(e.message), end
try, upper(1), catch e, disp(e.message), end
try, strtrim(1), catch e, disp(e.message), end
try, blanks(-1), catch e, disp(e.message), end
try, repmat(), catch e, disp(e.message), end
try, dec2bin(-1), catch e, disp(e.message), end
try, bin2dec(1), catch e, disp(e.message), end
try, hex2dec(1), catch e, disp(e.message), end
try, str2func('a b'), catch e, disp(e.message), end
try, validatestring('x', {'apple'}), catch e, disp(e.message), end
try, cellfun(@(x) x), catch e, disp(e.message), end
try, cell2mat(1), catch e, disp(e.message), end
try, cell2mat({1, 'a'}), catch e, disp(e.message), end
try, struct('a'), catch e, disp(e.message), end
try, struct('a', {1, 2}, 'b', {1, 2, 3}), catch e, disp(e.message), end
try, fieldnames(1), catch e, disp(e.message), end
try, polyfit([1 2], [1 2 3], 1), catch e, disp(e.message), end
try, polyval({}, 1), catch e, disp(e.message), end
try, inv([1 2 3]), catch e, disp(e.message), end
try, det([1 2 3]), catch e, disp(e.message), end
try, chol([1 2; 2 1]), catch e, disp(e.message), end
try, eig([1 2 3]), catch e, disp(e.message), end
try, [1 2 3] \ [1 2], catch e, disp(e.message), end
try, ones(2, 3) ^ 2, catch e, disp(e.message), end
try, datestr('nonsense'), catch e, disp(e.message), end
try, accumarray([0; 1], 1), catch e, disp(e.message), end
try, histc(), catch e, disp(e.message), end
try, setdiff(1), catch e, disp(e.message), end
try, ismember(), catch e, disp(e.message), end
try, containers.Map(1, 2, 3), catch e, disp(e.message), end
try, fzero(@(x) x ^ 2 + 1, [0 1]), catch e, disp(e.message), end
try, fclose(99), catch e, disp(e.message), end
try, str2num(1), catch e, disp(e.message), end
try, linspace(), catch e, disp(e.message), end
try, colon(1), catch e, disp(e.message), end
try, bitshift(1), catch e, disp(e.message), end
try, nchoosek(-1, 2), catch e, disp(e.message), end
try, primes('a', 2), catch e, disp(e.message), end
try, kron(), catch e, disp(e.message), end
try, norm([1 2; 3 4], 'bad'), catch e, disp(e.message), end
try, circshift(), catch e, disp(e.message), end
try, permute([1 2], [1 1]), catch e, disp(e.message), end
try, reshape([1 2 3], [], 2), catch e, disp(e.message), end
try, cat(), catch e, disp(e.message), end
try, feval(), catch e, disp(e.message), end
try, arrayfun(1, 2), catch e, disp(e.message), end
try, deal(1, 2), catch e, disp(e.message), end
try, mean({}), catch e, disp(e.message), end
try, median('a', 'b'), catch e, disp(e.message), end
try, sum({}), catch e, disp(e.message), end
try, max({}), catch e, disp(e.message), end
try, abs('a', 1), catch e, disp(e.message), end
try, zeros(1, 2, 'foo'), catch e, disp(e.message), end
try, eye(-1), catch e, disp(e.message), end
try, rand('foo'), catch e, disp(e.message), end
try, randi(), catch e, disp(e.message), end
try, strfind(1, 'a'), catch e, disp(e.message), end
try, strtok(1), catch e, disp(e.message), end
try, textscan(), catch e, disp(e.message), end
try, printf('a %d b %d c\n', 1, 1+2i); catch e, disp(e.message), end
try, fprintf('%s: %d %d\n', 'x', 3, [1 2+i]); catch e, disp(e.message), end
try, x = sprintf('a %d b', 2i); catch e, disp(e.message), end
try, fprintf('%5.2f|%d|', 1.5, 2, {3}); catch e, disp(e.message), end
try, fprintf(1, '%d-%x-%d', 3, -4i, 5); catch e, disp(e.message), end
