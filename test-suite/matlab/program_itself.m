% The program and its surroundings.
mfilename, ischar(program_name), iscell(argv), page_screen_output(false); more off, clc, beep_off = 1;
addpath(pwd); rmpath(pwd); d = pwd; chdir(d); strcmp(pwd, d)
