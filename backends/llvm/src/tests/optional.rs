//! Units that are linked with the runtime, and without it.

use super::support::{Workshop, options, unit};
use crate::{LlvmContext, OptLevel};

const UNIT: &str = "
int printf(const char *, ...);
struct unit;
void raddle_register_unit(struct unit *);
int raddle_enter(const void *, const void *, long, long, long);
void *raddle_workspace(long, long, unsigned);
void raddle_exit(const void *);
void raddle_emu_access(unsigned long, unsigned, unsigned, const char *);
void kernel(void) { raddle_emu_access(0, 0, 0, 0); }
__attribute__((constructor)) static void start(void) { raddle_register_unit(0); }
int main(void) {
  int taken = raddle_enter(0, 0, 0, 5, 5);
  if (taken) raddle_exit(0);
  printf(\"%d %d\\n\", taken, raddle_workspace(8, 8, 8) != 0);
  return 0;
}";

const RUNTIME: &str = "
int puts(const char *);
void raddle_register_unit(void *unit) { puts(\"unit\"); }
int raddle_enter(const void *a, const void *b, long c, long instances, long d) { return instances == 5; }
void *raddle_workspace(long a, long b, unsigned c) { static char there; return &there; }
void raddle_exit(const void *site) { puts(\"exit\"); }
void raddle_emu_access(unsigned long a, unsigned b, unsigned c, const char *d) {}";

#[test]
fn what_is_not_there_answers_zero() {
    for level in [OptLevel::O0, OptLevel::O3] {
        let (shop, llvm) = (Workshop::new(), LlvmContext::new());
        let mut unit = unit(&llvm, &shop.bitcode(UNIT, &[]));
        unit.make_runtime_optional().unwrap();
        unit.optimize(&options(level)).unwrap();
        let object = shop.file("unit.o", unit.emit_object(&options(level)).unwrap());
        assert_eq!(shop.run_program(&[&object]), "0 0\n");
        let runtime = shop.file("runtime.c", RUNTIME);
        assert_eq!(shop.run_program_with(&["-w"], &[&object, &runtime]), "unit\nexit\n1 1\n");
    }
}
