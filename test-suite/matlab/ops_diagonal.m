% Which operators keep a matrix diagonal.
eye(2)
eye(2) * 3
3 * eye(2)
eye(2) / 2
-eye(2)
eye(2)'
eye(2) + eye(2)
eye(2) - eye(2) * 2
eye(2) * eye(2)
eye(2) + 1
eye(2) .* 2
eye(2) * [1 2; 3 4]
[1 2; 3 4] * eye(2)
(2 * eye(2)) \ [2 4; 6 8]
[2 4; 6 8] / (2 * eye(2))
!eye(2)
eye(2) == 1
(eye(2) * 2) ^ 3
[eye(2)]
eye(2, 3)
eye(2, 3)'
