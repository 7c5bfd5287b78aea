% Characters are numbers to operators.
'a' + 1
'abc' - 'a'
['a' + 0, 'b']
char('a' + (0:4))
+'ab'
-'a'
'a' * [1 2]
class('a' + 'b')
!'ab'
'abc'(end:-1:1)
double('z') - double('a') + 1
'hello' == 'l'
sum('hello' == 'l')
upper = char('hello' - 32)
