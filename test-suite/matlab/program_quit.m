% A program ends itself.
disp('before');
quit(0);
disp('after');
