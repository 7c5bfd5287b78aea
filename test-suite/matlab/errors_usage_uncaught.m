% The usage is the error of a program.
fliplr()
