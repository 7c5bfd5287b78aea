// The page is well-formed, fetches nothing, escapes what the source holds, and shows the run of a trace.
// RUN: %raddle explain %s --at n=12,m=9 --html %t.html
// RUN: %python %S/Inputs/check_page.py %t.html 'j < m; j++) // <&>' 'read and written' 'copied to the device'
// RUN: echo '{"traceEvents": [{"ph": "X", "name": "k<&>", "cat": "launch", "ts": 1, "dur": 2, "tid": 3, "args": {"source": "%s:9"}}]}' > %t.json
// RUN: %raddle explain %s --trace %t.json --html %t.run.html
// RUN: %python %S/Inputs/check_page.py %t.run.html 'The run' 'k<&>' '1 launch in 0.002 ms'
// RUN: %raddle explain %s --html - | FileCheck %s
void shift(int n, int m, double a[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) // <&>
      a[i][j] = a[i][j] * 2;
}
// CHECK: <!DOCTYPE html>
// CHECK: href="#nest-1"
// CHECK: <article id="nest-1" class="device">
