% The environment of a program.
setenv('RADDLE_TEST', 'x'); getenv('RADDLE_TEST'), putenv('RADDLE_TEST', 'y'); getenv('RADDLE_TEST'), unsetenv('RADDLE_TEST'); getenv('RADDLE_TEST')
ispc, isunix, ismac, isdeployed, isstudent, ischar(version), ischar(OCTAVE_VERSION), isnumeric(getpid), nproc > 0, ischar(computer), usejava('jvm'), isjava(1)
