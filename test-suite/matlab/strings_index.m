% Texts as arrays.
x = 'hello';
x([1 end]) = 'HO'
x(end + 1:end + 3) = '!!!'
x(2) = []
y = '';
for k = 1:3, y = [y, char(64 + k)]; end, y
['abc'; 'xyz'](:, 2)'
'abc' == 'aXc', 'abc' < 'b'
any ('abc' == 'b'), sum ('ab'), max ('abc')
sort ('hello'), unique ('hello'), fliplr ('abc')
['a', 66, 'c'], class (['a', 66])
'a' + 1, char ('a' + 1), double ('AZ')
isempty (''), size (''), size ("x"), numel ('abc')
upper (x(1:3)), x(end:-1:1)
ischar ('a'), ischar (1), ischar ({'a'})
m = ['one '; 'four'];
m(1, :), size (m), m'
strcmp (m(1, :), 'one '), strtrim (m(1, :))
mat2str (strfind ('banana', 'an'))
ismember ('a', 'banana'), ismember ('pear', {'fig', 'pear'})
t = repmat ('-', 1, 10)
length ('grüße'), double ('é')
