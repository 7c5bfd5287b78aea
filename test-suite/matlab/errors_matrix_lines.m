% Columns of errors in matrices of several lines.
try, z = [1;
   undefined2]; catch err, disp(err.message), end
try, z = [1; % comment

     2
   undefined2]; catch err, disp(err.message), end
try, z = {1
   undefined2}; catch err, disp(err.message), end
try, z = [1, ...
   undefined2]; catch err, disp(err.message), end
try, z = [1;
 2
  3  undefined2]; catch err, disp(err.message), end
try, z = [
  undefined2]; catch err, disp(err.message), end
z = [1;
     2;
     undefined1(3)];
