/* Adds one to an array through a site, in the surroundings that the first argument names. Prints how often the device ran. */
#include <fenv.h>
#include <pthread.h>
#include <raddle.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 5000 };

static void step_cpu(const uint64_t *args, const int64_t lo[3], const int64_t hi[3]) {
    int *a = (int *)args[0];
    for (int64_t i = lo[0]; i < hi[0]; i++) a[i] += 1;
}

/* Takes far longer than the loop. */
static void slow_cpu(const uint64_t *args, const int64_t lo[3], const int64_t hi[3]) {
    usleep(300);
    step_cpu(args, lo, hi);
}

static void crash_cpu(const uint64_t *args, const int64_t lo[3], const int64_t hi[3]) {
    (void)args, (void)lo, (void)hi;
    *(volatile int *)0 = 1;
}

static void step_emu(const uint64_t *args, const int64_t lo[3], const int64_t hi[3]) {
    int *a = (int *)args[0];
    for (int64_t i = lo[0]; i < hi[0]; i++) {
        raddle_emu_access((uint64_t)&a[i], sizeof *a, 0, "life.c:17:5");
        raddle_emu_access((uint64_t)&a[i], sizeof *a, 1, "life.c:17:5");
        a[i] += 1;
    }
}

/* step.spvasm, assembled. */
static const uint32_t step_spirv[] = {
#include "step.inc"
};

static const char step_ptx[] =
#include "step_ptx.inc"
    ;

static const int32_t arg_range[] = {0};
static raddle_kernel step_kernel = {RADDLE_ABI_VERSION, 1, "step", "life.c:17", 1, arg_range, step_cpu,
                                    step_emu, step_spirv, sizeof step_spirv, 0, step_ptx, sizeof step_ptx - 1, {0}, 0, 0, 0};
static raddle_site site = {{0, 100000, 0}, RADDLE_ABI_VERSION, RADDLE_HAS_PTX, "life.c:17", "step"};

static const raddle_nest nests[] = {{"life.c:17", "step", "device", ""}, {"life.c:99", "other", "host", "carried by i"}};
static raddle_unit unit = {RADDLE_ABI_VERSION, 2, nests, 0, 0, 0, 0, 0};
__attribute__((constructor)) static void register_unit(void) { raddle_register_unit(&unit); }

/* Bytes between the array and what the kernel takes for it. */
static int64_t stray;

/* 1 if the device ran, 0 if the loop did. */
static int step(int *a) {
    raddle_range range = {a, 0, N * sizeof *a, RADDLE_READ | RADDLE_WRITE, -1, "a", {0}, {0}, {0}, 0, 0};
    int answer = raddle_enter(&site, &range, 1, N, N);
    if (answer == 1) {
        int64_t extent[3] = {N, 1, 1};
        uint64_t arg = (uint64_t)a + stray;
        raddle_copy_in(&site, &range);
        raddle_launch(&site, &step_kernel, extent, &arg);
        raddle_copy_out(&site, &range);
        raddle_exit(&site);
        return 1;
    }
    for (int i = 0; i < N; i++) a[i] += 1;
    if (answer == 2) raddle_host_done(&site);
    return 0;
}

static void check(const int *a, int expected) {
    for (int i = 0; i < N; i++)
        if (a[i] != expected) exit(20);
}

static int numbers[N];

static void at_end(void) {
    printf("at exit %d\n", step(numbers));
    check(numbers, 2);
}

static void untouched(void) {
    check(numbers, 0);
    printf("untouched\n");
}

static void *thread(void *unused) {
    (void)unused;
    int *a = calloc(N, sizeof *a);
    long ran = 0;
    for (int i = 0; i < 50; i++) ran += step(a);
    check(a, 50);
    free(a);
    return (void *)ran;
}

static void threads(void) {
    pthread_t all[8];
    long ran = 0;
    for (int i = 0; i < 8; i++) pthread_create(&all[i], 0, thread, 0);
    for (int i = 0; i < 8; i++) {
        void *result;
        pthread_join(all[i], &result);
        ran += (long)result;
    }
    printf("threads %ld\n", ran);
}

static int handled;
static pthread_t main_thread;
static void handler(int number) {
    (void)number;
    handled += pthread_equal(pthread_self(), main_thread);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "plain";
    if (strcmp(what, "crash") == 0) step_kernel.cpu = crash_cpu;
    if (strcmp(what, "atexit") == 0) atexit(at_end);
    if (strncmp(what, "fail", 4) == 0) atexit(untouched);
    if (strcmp(what, "fail-stray") == 0) stray = (int64_t)1 << 40;
    if (strcmp(what, "fail-malformed") == 0) step_kernel.ptx_bytes -= 10;
    if (strcmp(what, "fail-nameless") == 0) step_kernel.name = "stop";
    if (strcmp(what, "codeless") == 0) step_kernel.ptx = 0;
    if (strncmp(what, "rounding", 8) == 0) fesetround(FE_UPWARD);
    if (strcmp(what, "fork-first") == 0) {
        pid_t child = fork();
        if (child == 0) {
            printf("child %d\n", step(numbers));
            return 0;
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("status %d\n", status);
        return 0;
    }
    if (strncmp(what, "learn", 5) == 0) {
        step_kernel.cpu = slow_cpu;
        if (strcmp(what, "learn") == 0) site.code |= RADDLE_TIMES_HOST;
        int launched = 0;
        for (int i = 0; i < 200; i++) launched += step(numbers);
        check(numbers, 200);
        printf("launched %s\n", launched == 200 ? "always" : launched < 20 ? "seldom" : "often");
        return 0;
    }
    if (strcmp(what, "rounding-timed") == 0) {
        site.code |= RADDLE_TIMES_HOST;
        return step(numbers) + step(numbers);
    }
    printf("device %d\n", step(numbers));
    check(numbers, 1);
    fflush(stdout);
    if (strcmp(what, "fork") == 0) {
        pid_t child = fork();
        if (child == 0) {
            printf("child %d\n", step(numbers));
            check(numbers, 2);
            return 0;
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("status %d parent %d\n", status, step(numbers));
        check(numbers, 2);
    }
    if (strcmp(what, "threads") == 0) threads();
    if (strcmp(what, "signals") == 0) {
        main_thread = pthread_self();
        signal(SIGUSR1, handler);
        for (int i = 0; i < 100; i++) {
            kill(getpid(), SIGUSR1);
            step(numbers);
        }
        printf("on the main thread %d\n", handled);
    }
    return 0;
}
