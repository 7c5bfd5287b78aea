% Is the version older than another one?
function answer = verLessThan(package, version)
  if nargin ~= 2
    print_usage();
  end
  if ~strcmpi(package, 'octave')
    error('verLessThan: package "%s" is not installed', package);
  end
  answer = compare_versions(OCTAVE_VERSION(), version, '<');
end
