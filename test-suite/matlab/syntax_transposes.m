% Quotes that transpose and quotes that begin texts.
a = [1 2 3]'; a', a'', [a' ; a'], [a', a'], {a', 'text'}, x = 'q'; y = x', [1 2]', (1:3)', a(1)', disp('it''s'), b = [a' 'x'], c.d = [1 2]; c.d', {1, 2}', 5', [1+2i 3]', [1+2i 3].', 'abc''def', ['a' 'b']'
