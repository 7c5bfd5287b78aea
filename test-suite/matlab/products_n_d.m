% Products with the transpose of an array of three dimensions, which is a matrix of as many rows there. Elsewhere it is an error.
A = ones(4,5); B = ones(4,5,3); C = ones(2,2,2); s = single(B); c = B*1i; t = B > 0; i8 = int8(B);
e = {'A*B''','B''*A','B''','B*B''','A*(B'')','ones(4,15)*B''','ones(4,15)''*B','B''*ones(4,2)','B.''*A','A.*B''','A''*B''','B''*B''','A/B''','B''\A','B''\ones(15,2)','2*B''','B''*2','single(A)*B''','int8(A)*B''','A*(B.'')','(1i*A)*B''','(A>0)*B''','ones(4,15)*t''','t''*A','t*t''','s''*A','s*s''','s*B''','c''*A','c.''*A','c*c''','c*B''','i8''*A','B''*int8(A)','B''*(A>0)','B''*A''','A''*B','ones(5,4)*B','ones(4,15)*s''','ones(4,15)*c''','1i*B''','A*B''*A','B''^2','B''+1','-B''','ones(1,15)*B''','B(:,:,1)*B''','''a''*B''','zeros(4,0)*B''','{1}*B''','B''*B','B''*s','B''*c','B''*t'};
for k = 1:numel(e), try, x = eval(e{k}); printf('%s: %s %s %g\n', e{k}, class(x), mat2str(size(x)), sum(abs(double(x(:))))); catch err, printf('%s: %s\n', e{k}, err.message); end, end
function r = products(A, B)
  r = 0;
  for k = 1:2
    try
      r = r + sum((A * B' * k)(:));
    catch err
      disp(err.message);
    end
  end
end
disp(products(ones(4, 15), B));
disp(products(ones(4, 5), B));
try, c', catch err, disp(err.message), end
try, c.', catch err, disp(err.message), end
