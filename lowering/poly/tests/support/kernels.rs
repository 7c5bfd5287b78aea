//! Nests in the shape of PolyBench's kernels and of classic examples, in the notation of the parent module.

#[allow(dead_code)]
pub const ALL: [(&str, &str); 12] = [
    ("jacobi-1d", JACOBI_1D),
    ("gemm", GEMM),
    ("lu", LU),
    ("floyd-warshall", FLOYD_WARSHALL),
    ("symm", SYMM),
    ("seidel-2d", SEIDEL_2D),
    ("correlation", CORRELATION),
    ("doitgen", DOITGEN),
    ("adi", ADI),
    ("fdtd-2d", FDTD_2D),
    ("heat-3d", HEAT_3D),
    ("nussinov", NUSSINOV),
];

pub const JACOBI_1D: &str = "
param T n
array A 1
array B 1
for t : 0 <= t and t < T
  for i : 1 <= i and i < n - 1
    B[i] = A[i-1] A[i] A[i+1]
  for j : 1 <= j and j < n - 1
    A[j] = B[j-1] B[j] B[j+1]
";

pub const GEMM: &str = "
param ni nj nk
array C 2
array A 2
array B 2
for i : 0 <= i and i < ni
  for j : 0 <= j and j < nj
    C[i][j] = C[i][j]
  for k : 0 <= k and k < nk
    for l : 0 <= l and l < nj
      C[i][l] = A[i][k] B[k][l] C[i][l]
";

pub const LU: &str = "
param n
array A 2
for i : 0 <= i and i < n
  for j : 0 <= j and j < i
    for k : 0 <= k and k < j
      A[i][j] = A[i][k] A[k][j] A[i][j]
    A[i][j] = A[j][j] A[i][j]
  for m : i <= m and m < n
    for l : 0 <= l and l < i
      A[i][m] = A[i][l] A[l][m] A[i][m]
";

pub const FLOYD_WARSHALL: &str = "
param n
array path 2
for k : 0 <= k and k < n
  for i : 0 <= i and i < n
    for j : 0 <= j and j < n
      path[i][j] = path[i][j] path[i][k] path[k][j]
";

pub const SYMM: &str = "
param m n
array C 2
array A 2
array B 2
array temp2 0 dead
for i : 0 <= i and i < m
  for j : 0 <= j and j < n
    temp2 =
    for k : 0 <= k and k < i
      C[k][j] = B[i][j] A[i][k] C[k][j]
      temp2 = B[k][j] A[i][k] temp2
    C[i][j] = C[i][j] B[i][j] A[i][i] temp2
";

pub const SEIDEL_2D: &str = "
param T n
array A 2
for t : 0 <= t and t < T
  for i : 1 <= i and i <= n - 2
    for j : 1 <= j and j <= n - 2
      A[i][j] = A[i-1][j-1] A[i-1][j] A[i-1][j+1] A[i][j-1] A[i][j] A[i][j+1] A[i+1][j-1] A[i+1][j] A[i+1][j+1]
";

pub const CORRELATION: &str = "
param m n
array data 2
array symmat 2
for i : 0 <= i and i < m - 1
  for j : i + 1 <= j and j < m
    symmat[i][j] =
    for k : 0 <= k and k < n
      symmat[i][j] = data[k][i] data[k][j] symmat[i][j]
    symmat[j][i] = symmat[i][j]
";

pub const DOITGEN: &str = "
param nq nr np
array A 3
array C4 2
array sum 1 dead
for r : 0 <= r and r < nr
  for q : 0 <= q and q < nq
    for p : 0 <= p and p < np
      sum[p] =
      for s : 0 <= s and s < np
        sum[p] = A[r][q][s] C4[s][p] sum[p]
    for o : 0 <= o and o < np
      A[r][q][o] = sum[o]
";

pub const ADI: &str = "
param T n
array u 2
array v 2
array p 2
array q 2
for t : 1 <= t and t <= T
  for i : 1 <= i and i < n - 1
    v[0][i] =
    p[i][0] =
    q[i][0] = v[0][i]
    for j : 1 <= j and j < n - 1
      p[i][j] = p[i][j-1]
      q[i][j] = u[j][i-1] u[j][i] u[j][i+1] q[i][j-1] p[i][j-1]
    v[n-1][i] =
    down k : 1 <= k and k <= n - 2
      v[k][i] = p[i][k] v[k+1][i] q[i][k]
  for a : 1 <= a and a < n - 1
    u[a][0] =
    p[a][0] =
    q[a][0] = u[a][0]
    for b : 1 <= b and b < n - 1
      p[a][b] = p[a][b-1]
      q[a][b] = v[a-1][b] v[a][b] v[a+1][b] q[a][b-1] p[a][b-1]
    u[a][n-1] =
    down c : 1 <= c and c <= n - 2
      u[a][c] = p[a][c] u[a][c+1] q[a][c]
";

pub const FDTD_2D: &str = "
param T nx ny
array ex 2
array ey 2
array hz 2
array fict 1
for t : 0 <= t and t < T
  for a : 0 <= a and a < ny
    ey[0][a] = fict[t]
  for b : 1 <= b and b < nx
    for c : 0 <= c and c < ny
      ey[b][c] = ey[b][c] hz[b][c] hz[b-1][c]
  for d : 0 <= d and d < nx
    for e : 1 <= e and e < ny
      ex[d][e] = ex[d][e] hz[d][e] hz[d][e-1]
  for f : 0 <= f and f < nx - 1
    for g : 0 <= g and g < ny - 1
      hz[f][g] = hz[f][g] ex[f][g+1] ex[f][g] ey[f+1][g] ey[f][g]
";

pub const HEAT_3D: &str = "
param n
array A 3
array B 3
for t : 1 <= t and t <= 500
  for i : 1 <= i and i < n - 1
    for j : 1 <= j and j < n - 1
      for k : 1 <= k and k < n - 1
        B[i][j][k] = A[i+1][j][k] A[i][j][k] A[i-1][j][k] A[i][j+1][k] A[i][j][k] A[i][j-1][k] A[i][j][k+1] A[i][j][k] A[i][j][k-1] A[i][j][k]
  for a : 1 <= a and a < n - 1
    for b : 1 <= b and b < n - 1
      for c : 1 <= c and c < n - 1
        A[a][b][c] = B[a+1][b][c] B[a][b][c] B[a-1][b][c] B[a][b+1][c] B[a][b][c] B[a][b-1][c] B[a][b][c+1] B[a][b][c] B[a][b][c-1] B[a][b][c]
";

pub const NUSSINOV: &str = "
param n
array table 2
array seq 1
down i : 0 <= i and i < n
  for j : i + 1 <= j and j < n
    if j - 1 >= 0
      table[i][j] = table[i][j] table[i][j-1]
    if i + 1 < n
      table[i][j] = table[i][j] table[i+1][j]
    if j - 1 >= 0 and i + 1 < n
      if i < j - 1
        table[i][j] = table[i][j] table[i+1][j-1] seq[i] seq[j]
      if i >= j - 1
        table[i][j] = table[i][j] table[i+1][j-1]
    for k : i + 1 <= k and k < j
      table[i][j] = table[i][j] table[i][k] table[k+1][j]
";
