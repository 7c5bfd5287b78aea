% x() is all of x, with a warning.
x=1; x()
y=true; y();
z="a"; z();
w=@sin; 
c={1}; c();
d=int8(3);d();s.a=1;s();
r=1:3;r();e=eye(2);e();q=single(1);q();p=1i;p();m=[true false];m();b=x();s(2).a=1;s();t=[];t();v=x()+1;x()(1);sc=single(1i);sc();ii=int8([1 2]);ii();
1;
function f(a),a();end
f(1)
