% Huffman codes with a list of nodes in structs, entropy, encoding and decoding.
1;
function codes = assign(node, prefix, codes)
  if isempty(node.left)
    codes.(node.symbol) = prefix;
  else
    codes = assign(node.left, [prefix '0'], codes);
    codes = assign(node.right, [prefix '1'], codes);
  end
end
text = 'abracadabra_alakazam';
symbols = unique(text);
count = arrayfun(@(c) sum(text == c), symbols);
printf("%c:%d ", [double(symbols); count]); printf("\n");
nodes = {};
for k = 1:numel(symbols)
  name = symbols(k);
  if name == '_', name = 'u'; end
  nodes{end+1} = struct('symbol', name, 'weight', count(k), 'left', [], 'right', []);
end
while numel(nodes) > 1
  [~, o] = sort(cellfun(@(n) n.weight, nodes));
  a = nodes{o(1)}; b = nodes{o(2)};
  nodes(o(1:2)) = [];
  nodes{end+1} = struct('symbol', '', 'weight', a.weight + b.weight, 'left', a, 'right', b);
end
codes = assign(nodes{1}, '', struct())
bits = '';
for c = strrep(text, '_', 'u')
  bits = [bits codes.(c)];
end
bits
numel(bits)
p = count/numel(text);
printf("entropy %.4f, mean length %.4f\n", -sum(p.*log2(p)), numel(bits)/numel(text));
% Decoding.
names = fieldnames(codes);
out = ''; i = 1;
while i <= numel(bits)
  for k = 1:numel(names)
    c = codes.(names{k});
    if strncmp(bits(i:end), c, numel(c))
      out(end+1) = names{k};
      i += numel(c);
      break
    end
  end
end
strcmp(strrep(out, 'u', '_'), text)
isfield(codes, {'a', 'q', 'r'})
orderfields(codes)
