% Texts in brackets.
['abc', 'def']
['abc'; 'de'; 'f']
["abc"; "d"]
['abc'; '']
['x', "y"]
[65 'bc']
['a'; 66]
['abc'; [100 101 102]]
size(['ab'; 'cd'])
strcat('a', 'b')
['one ', num2str(1), ', two ', num2str(2)]
