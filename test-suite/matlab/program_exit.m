% A function ends the program.
1;
function stop(), disp('stopping'); exit(0); end
stop();
disp('after');
