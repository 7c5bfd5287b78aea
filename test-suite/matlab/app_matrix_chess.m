% A board.
board = repmat('.', 8, 8); board(1:2:end, 2:2:end) = '#'; board(2:2:end, 1:2:end) = '#'; board
sum(board(:) == '#'), q = [1 5 8 6 3 7 2 4]; b = zeros(8); b(sub2ind([8 8], 1:8, q)) = 1; b
all(sum(b) == 1) && all(sum(b, 2) == 1), numel(unique(q + (1:8))) == 8 && numel(unique(q - (1:8))) == 8
