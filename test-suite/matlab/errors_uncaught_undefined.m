% A name that is nothing.
x = 1;
y = x + undefined_thing * 2
