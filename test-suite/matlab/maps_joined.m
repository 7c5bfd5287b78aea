% Maps below each other are one map.
m = [containers.Map({'a','b'},[1 2]); containers.Map({'q'},[1])]; m.keys(), m.values(), m.Count
try, m = [containers.Map({'a','b'},[1 2]), containers.Map({'q'},[1])]; catch e, disp(e.message), end
m = [containers.Map({'a','b'},[1 2]); containers.Map({'a'},[5])]; m.keys(), m.values()
try, m = [containers.Map({'a','b'},[1 2]); containers.Map([1 2],[5 6])]; catch e, disp(e.message), end
m = [containers.Map({'a','b'},[1 2]); containers.Map({'a'},{'x'})]; m.values(), m.ValueType
try, m = [containers.Map({'a','b'},[1 2]); 3]; catch e, disp(e.message), end
m=[containers.Map([1 3],{'a','b'}); containers.Map([2 3],{'c','d'})]; m.keys(), m.values(), m.KeyType, m.ValueType
