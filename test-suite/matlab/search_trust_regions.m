% Iterations of fminunc and fsolve, with and without derivatives, options, shapes and failures.
1;
function [f, g] = rosen(x)
  f = 100*(x(2)-x(1)^2)^2 + (1-x(1))^2;
  g = [-400*x(1)*(x(2)-x(1)^2)-2*(1-x(1)); 200*(x(2)-x(1)^2)];
end
function [f, g] = quad4(x)
  A = [4 1 0 0;1 3 1 0;0 1 2 1;0 0 1 5]; b = [1;2;3;4];
  f = x'*A*x/2 - b'*x; g = A*x - b;
end
function [J, g] = logcost(t, X, y)
  m = rows(X); h = 1 ./ (1 + exp(-X*t));
  J = (-y'*log(h) - (1-y)'*log(1-h)) / m;
  g = X'*(h-y) / m;
end
function [J, g] = regcost(t, X, y, lambda)
  m = rows(X); h = 1 ./ (1 + exp(-X*t)); r = [0; t(2:end)];
  J = (-y'*log(h) - (1-y)'*log(1-h)) / m + lambda/(2*m)*(r'*r);
  g = (X'*(h-y) + lambda*r) / m;
end
function [f, g] = rsys(x), f = [10*(x(2)-x(1)^2); 1-x(1)]; g = [-20*x(1) 10; -1 0]; end
function [f, g] = three(x)
  f = [exp(x(1))-x(2); x(2)*x(1)+x(3)^2-2; x(1)+x(2)+x(3)-3];
  g = [exp(x(1)) -1 0; x(2) x(1) 2*x(3); 1 1 1];
end
function f = trig(x), n = numel(x); x = x(:); f = n - sum(cos(x)) + (1:n)'.*(1-cos(x)) - sin(x); end
function f = over(x), t = (0:5)'; f = x(1)*exp(x(2)*t) - [2 1.2 .8 .5 .3 .1]'; end
function f = powell(x), f = [x(1)+10*x(2); sqrt(5)*(x(3)-x(4)); (x(2)-2*x(3))^2; sqrt(10)*(x(1)-x(4))^2]; end
function f = steep(x), f = (x(1)-2)^4 + (x(1)-2*x(2))^2; end
function show(name, which, fcn, x0, varargin)
  try
    [x, fval, info, out] = feval(which, fcn, x0, varargin{:});
    printf('%s: x', name); printf(' %.8g', x); printf(' (%dx%d) f', rows(x), columns(x)); printf(' %.7g', fval);
    printf(' info %d it %d ok %d calls %d\n', info, out.iterations, out.successful, out.funcCount);
  catch e
    printf('%s: error %s\n', name, e.message);
  end
end
U = 'fminunc'; S = 'fsolve';
k = (1:100)'; X = [ones(100,1), 3*sin(k), 2*cos(1.7*k)]; y = double(sin(3.1*k) + X(:,2) - .5*X(:,3) > .2);
P = [ones(100,1), sin(k), cos(1.7*k), sin(k).^2, sin(k).*cos(1.7*k), cos(1.7*k).^2];
Z = [ones(100,1), 65+20*sin(k), 66+19*cos(1.7*k)]; w = double(Z(:,2)+Z(:,3)+8*sin(7*k) > 130);
on = optimset('GradObj', 'on'); course = optimset('GradObj', 'on', 'MaxIter', 400);
show('logistic', U, @(t) logcost(t, X, y), zeros(3,1), course);
show('logistic ml', U, @(t) logcost(t, Z, w), zeros(3,1), course);
show('logistic reg', U, @(t) regcost(t, P, y, 1), zeros(6,1), course);
show('logistic reg0', U, @(t) regcost(t, P, y, .01), zeros(6,1), course);
show('logistic nograd', U, @(t) logcost(t, X, y), zeros(3,1));
show('logistic few', U, @(t) logcost(t, Z, w), zeros(3,1), optimset('GradObj', 'on', 'MaxIter', 7));
show('exsin', U, @(x) 2*x^2*sin(x)+exp(-x), 1);
show('rosen grad', U, @rosen, [-1.2;1], on);
show('rosen', U, @(x) rosen(x), [-1.2;1]);
show('rosen row', U, @(x) rosen(x), [2 2]);
show('rosen iter 5', U, @rosen, [-1.2;1], optimset('GradObj', 'on', 'MaxIter', 5));
show('rosen evals 21', U, @rosen, [-1.2;1], optimset('GradObj', 'on', 'MaxFunEvals', 21));
show('rosen tol', U, @rosen, [0;0], optimset('GradObj', 'on', 'TolX', 1e-3, 'TolFun', 1e-3));
show('rosen scaling', U, @rosen, [-1.2;1], optimset('GradObj', 'on', 'AutoScaling', 'on'));
show('rosen typical', U, @rosen, [-1.2;1], optimset('GradObj', 'on', 'TypicalX', [10;1]));
show('rosen central', U, @(x) rosen(x), [.5;.5], optimset('FinDiffType', 'central'));
show('quad4', U, @quad4, [1;1;1;1], on);
show('quad4 zero', U, @(x) quad4(x), zeros(4,1));
show('steep', U, @steep, [0;3]);
show('parabola', U, @(x) (x-3)^2, 10);
show('flat', U, @(x) 5, 1);
show('matrix', U, @(x) sum((x(:)-(1:4)').^2), [0 0;0 1]);
show('nan', U, @(x) NaN, 1);
show('nan check', U, @(x) NaN, 1, optimset('FunValCheck', 'on'));
show('cos name', U, 'cos', 3);
show('defaults', U, @rosen, [0;0], optimset(optimset('fminunc'), 'GradObj', 'on'));
show('cube', S, @(x) x^3-2*x-5, 40);
show('sin name', S, 'sin', 3);
show('rsys', S, @(x) rsys(x), [-1.2;1]);
show('rsys jac', S, @rsys, [-1.2;1], optimset('Jacobian', 'on'));
show('rsys update', S, @(x) rsys(x), [-1.2;1], optimset('Updating', 'on'));
show('three', S, @three, [1;2;3]);
show('three jac', S, @three, [1;2;3], optimset('Jacobian', 'on'));
show('three update', S, @three, [1;2;3], optimset('Jacobian', 'on', 'Updating', 'on'));
show('three row', S, @three, [1 2 3]);
show('trig 5', S, @trig, ones(5,1)/5);
show('trig 6', S, @trig, ones(6,1)/6, optimset('Updating', 'on'));
show('trig row', S, @trig, [1 .5], optimset('AutoScaling', 'on'));
show('over', S, @over, [1;-.1]);
show('over scaling', S, @over, [1;-.1], optimset('AutoScaling', 'on'));
show('under', S, @(x) [x(1)^2+x(2)^2+x(3)^2-4; x(1)-x(2)], [1;2;3]);
show('powell', S, @powell, [3;-1;0;1]);
show('powell typical', S, @powell, [3;-1;0;1], optimset('TypicalX', [3;3;3;3]));
show('powell central', S, @powell, [3;-1;0;1], optimset('FinDiffType', 'central'));
show('no zero', S, @(x) x^2+1, 1);
show('no zero 2', S, @(x) x^2+1, .3);
show('singular', S, @(x) [x(1)+x(2)-2; 2*x(1)+2*x(2)-4], [3;4]);
show('constant', S, @(x) 5, 1);
show('at zero', S, @(x) x, 0);
show('iter 3', S, @three, [1;2;3], optimset('MaxIter', 3));
show('matrix', S, @(x) x*x-[7 10;15 22], [1 1;1 1]);
show('matrix jac', S, @(x) deal(x.^2-[1 4;9 16], diag(2*x(:))), [2 2;2 2], optimset('Jacobian', 'on'));
show('inf check', S, @(x) Inf, 1, optimset('FunValCheck', 'on'));
optimset('fminunc'), optimset('fsolve')
o = optimset(optimset('fsolve'), 'TolX', 1e-3);
fsolve(@(x) x^2 - 2, 1, o)
