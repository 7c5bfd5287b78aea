% Texts within texts.
strfind ('abcabc', 'bc')
strfind ('abc', 'x')
strfind ({'abc', 'xbc'; 'q', 'bcbc'}, 'bc')
strfind ('aaaa', 'aa')
strfind ('aaaa', 'aa', 'overlaps', false)
strrep ('hello', 'l', 'LL')
strrep ({'aa', 'ba'}, 'a', 'x')
strrep ('abababa', 'aba', 'x')
strrep ('abc', 'abc', '')
index ('abcabc', 'b'), rindex ('abcabc', 'b'), index ('abc', 'z')
substr ('hello', 2, 3)
startsWith ({'apple', 'apricot', 'fig'}, 'ap')
endsWith ('file.txt', {'.m', '.txt'})
startsWith ('Apple', 'aP', 'IgnoreCase', true)
strchr ('hello', 'l')
validatestring ('gr', {'red', 'green'})
try
  validatestring ('x', {'red', 'green'})
catch err
  disp (err.message)
end
try
  strrep (1, 'a', 'b')
catch err
  disp (err.message)
end
try
  strfind (1, 'a')
catch err
  disp (err.message)
end
regexptranslate ('escape', 'a.b*c')
regexptranslate ('wildcard', '*.m')
do_string_escapes ('a\tb\x41')
undo_string_escapes ("a\tb\n")
