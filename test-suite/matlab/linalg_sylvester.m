% Equations of Sylvester.
sylvester([1 2; 3 4], [5 6; 7 8], [1 0; 0 1])
try, sylvester([1 2], 1, 1), catch e, disp(e.message), end
humps(1), humps([0 1 2])
commutation_matrix(2), commutation_matrix(2, 3), duplication_matrix(2), duplication_matrix(3)
blkmm(ones(2, 2, 2), ones(2, 2, 2))
try, commutation_matrix(-1), catch e, disp(e.message), end
