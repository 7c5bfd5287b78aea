% Global variables, and names in use.
global g
g = 3;
isglobal('g'), isglobal('h')
1;
function f()
  global g
  g += 1;
end
f(); g
a = 1; b = 2;
clear a
exist('a'), exist('b'), exist('sin'), exist('nosuchthing')
who_ = who; class(who_)
clearvars b
exist('b')
clear -x g
who
mlock(); 
