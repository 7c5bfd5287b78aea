% Blocks in one line and in many, and their ends.
if (1) disp(1), end
if 1 disp(2) end
if 0, disp(0), elseif 1 disp(3), else, disp(0), end
if 0 disp(0); else disp(4); endif
for k=1:2 disp(k); end
for (k = 1:2) disp(k), endfor
for k = [1 2; 3 4], disp(k'), end
for (k = {1, 'a'}) disp(class(k)), end
parfor (k = 1:2, 4) disp(k); endparfor
for s(2) = 1:2, end, disp(s)
k = 0; while k < 3 k++; if k == 2, continue, end, disp(k), endwhile
do k--; if k == 1 break; end, until k < 0
disp(k)
switch 3 case 3 disp('three'), end
switch (2)
  % comment
  case 1
    disp('one')

  case {2, 'two'} % comment
    disp('two')
  otherwise
    disp('other')
endswitch
switch 'b', case {'a' 'b'}, disp('ab'); otherwise, disp('none'); end
try, error('x'), catch e, disp(e.message), end
try error('y'); catch disp('caught'); end
try
  error('my:id', 'z %d', 3)
catch err
  disp([err.identifier ' ' err.message])
end_try_catch
try
  error('w')
catch
  disp('w')
end
unwind_protect disp('body'); unwind_protect_cleanup disp('cleanup'); end_unwind_protect
if 1;; disp(5),, end
x = 3,,y = 4;;
;
if x % comment
  ... continued
  disp(6)
end % comment
if [] disp(0), else disp(7), end
if (x = 0) disp(0), else disp(8), end
