% Words that the language keeps.
function answer = iskeyword(name)
  words = {'__FILE__'; '__LINE__'; 'break'; 'case'; 'catch'; 'classdef'; 'continue'; 'do'; 'else'; 'elseif'; 'end'; ...
    'end_try_catch'; 'end_unwind_protect'; 'endarguments'; 'endclassdef'; 'endenumeration'; 'endevents'; 'endfor'; ...
    'endfunction'; 'endif'; 'endmethods'; 'endparfor'; 'endproperties'; 'endspmd'; 'endswitch'; 'endwhile'; 'for'; ...
    'function'; 'global'; 'if'; 'otherwise'; 'parfor'; 'persistent'; 'return'; 'spmd'; 'switch'; 'try'; 'until'; ...
    'unwind_protect'; 'unwind_protect_cleanup'; 'while'};
  if nargin == 0
    answer = words;
    return
  end
  if ~ischar(name)
    error('iskeyword: NAME must be a string');
  end
  answer = any(strcmp(name, words));
end
