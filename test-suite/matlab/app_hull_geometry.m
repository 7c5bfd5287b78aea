% Convex hulls, areas, points in polygons, distances, rotations, Bezier curves.
1;
function h = hull(P)
  P = sortrows(P);
  h = [half(P); half(flipud(P))];
end
function L = half(P)
  L = [];
  for p = P'
    while rows(L) > 1 && turn(L(end-1,:), L(end,:), p') <= 0
      L(end,:) = [];
    end
    L = [L; p'];
  end
  L(end,:) = [];
end
function t = turn(a, b, c)
  t = (b(1)-a(1))*(c(2)-a(2)) - (b(2)-a(2))*(c(1)-a(1));
end
function in = inside(V, p)
  in = false;
  n = rows(V); j = n;
  for i = 1:n
    if xor(V(i,2) > p(2), V(j,2) > p(2)) && p(1) < (V(j,1)-V(i,1))*(p(2)-V(i,2))/(V(j,2)-V(i,2)) + V(i,1)
      in = ~in;
    end
    j = i;
  end
end
P = [0 0; 4 0; 4 3; 0 3; 2 1; 1 2; 3 1.5; 2 5];
H = hull(P)
x = H(:,1); y = H(:,2);
area = abs(sum(x.*y([2:end 1]) - x([2:end 1]).*y))/2
perimeter = sum(sqrt(sum(diff([H; H(1,:)]).^2, 2)));
printf("%.6f\n", perimeter);
for q = [1 1; 5 5; 2 4; 3.9 3.5]'
  printf("(%g, %g): %d\n", q, inside(H, q'));
end
R = @(a) [cos(a) -sin(a); sin(a) cos(a)];
S = round(1e4*(R(pi/6)*[1 0; 0 1; 1 1]'))/1e4
det(R(0.3))
B = @(C, t) (1-t).^3.*C(:,1) + 3*(1-t).^2.*t.*C(:,2) + 3*(1-t).*t.^2.*C(:,3) + t.^3.*C(:,4);
B([0 1 2 3; 0 2 2 0], 0:0.25:1)
D = sqrt((P(:,1) - P(:,1)').^2 + (P(:,2) - P(:,2)').^2);
D(D == 0) = inf;
[m, k] = min(D(:));
[i, j] = ind2sub(size(D), k);
printf("closest: %d and %d, %.4f\n", i, j, m);
cross([1 0 0], [0 1 0]), dot([1 2 3], [4 5 6]), norm([3 4])
