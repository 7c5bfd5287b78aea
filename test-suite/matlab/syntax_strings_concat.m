% Texts beside each other.
['abc', 'def'], ['abc'; 'def'], ['a', 66, 'c'], ["dq" 'sq'], ['x' num2str(5) 'y'], {'a', 'b'; 'c', 'd'}, [{'a'}, {'b', 'c'}], [{}, 'a'], ['' 'a'], ["a"; "b"], [65 'B'], class(['a' 1]), ['ab'](2), 'it''s', "say \"hi\"", "tab\there", 'no\tescape', strcat('a', 'b', 'c'), [repmat('-', 1, 5) '>'], size(''), size(""), size(' '), ["abc"](end:-1:1)
try, ['abc'; 'de'], catch e, disp(e.message), end
