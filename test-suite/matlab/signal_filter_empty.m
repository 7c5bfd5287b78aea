% Filters of nothing.
x = filter(ones(1,3)/3,1,zeros(0,3))
y = filter(1,1,zeros(0,3))
z = filter([1 2],[1 3],zeros(3,0))
w = filter([1 2],1,[])
filter([1 2],1,zeros(1,0)), filter([1 2],1,zeros(0,1)), [a,b]=filter([1 2 3],1,zeros(0,3))
