/* raddle.h: the C interface of the Raddle runtime (libraddle_rt), version 13.
 *
 * The compiler emits these calls; they can also be made by hand. All functions are thread-safe.
 * Life of one offloaded loop nest ("site"):
 *
 *     if (raddle_enter(&site, ranges, n, instances)) {     device chosen, ranges disjoint, memory reserved
 *         raddle_copy_in(&site, &ranges[i]);  ...          host to device, for ranges that are read
 *         raddle_launch(&site, &kernel, extent, args);
 *         raddle_copy_out(&site, &ranges[i]); ...          device to host, for ranges that are written
 *         raddle_exit(&site);
 *     } else {
 *         the sequential loop
 *     }
 *
 * All of it happens on one thread. A device that fails while host memory is still whole is left for the kernels' CPU code on
 * host memory; the caller does not notice, unless RADDLE_FALLBACK=0 (or RADDLE_DEVICE=cuda without RADDLE_FALLBACK=1) forbids it.
 * Any other failure ends the program with status 3, wrong settings with status 2.
 */
#ifndef RADDLE_H
#define RADDLE_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

#define RADDLE_ABI_VERSION 13

enum {
    RADDLE_READ = 1,
    RADDLE_WRITE = 2,       /* the host must see what the kernels write */
    RADDLE_OVERWRITTEN = 4, /* every byte of the range (of its box) is written before it is read or copied out */
    RADDLE_CHECK_ONLY = 8,  /* takes part in the overlap check only; not needed on the device */
    RADDLE_LOOSE = 16,      /* may be larger than the object: what is not there is not read, only changed bytes go back */
    RADDLE_TABLE = 32,      /* pointers; the next range says what lies behind each of them. Only with RADDLE_CHECK_ONLY */
    RADDLE_MANY = 128,      /* for raddle_host_access: more of the array is accessed soon, so all that is newer of it may come back at once */
    RADDLE_ROWS = 256,      /* the site touches a box in the range: `count` and `stride` say which bytes */
    RADDLE_AROUND = 512,    /* around_lo and around_hi say what the loops around the site access */
    RADDLE_THERE = 1024,    /* of a loose range: all of it is the object's, but not all of it need be the site's to write */
    RADDLE_BEHIND = 64,     /* lo and hi count from each pointer of the table before, which has one every `object` bytes */
};

/* The bytes [base + lo, base + hi) of host memory that a site touches. hi <= lo: nothing. */
typedef struct raddle_range {
    void *base;
    int64_t lo, hi;
    uint32_t flags;
    /* Ranges with different non-negative numbers are known not to overlap; ranges with the same number may overlap freely
     * (one array seen through several views). -1: unknown. If two ranges, at least one of them written, may overlap by
     * their numbers (not both non-negative) and do overlap in memory, raddle_enter answers 0. */
    int32_t object;
    const char *name; /* the array's name in the source */
    /* With RADDLE_ROWS, for each dimension of the array, the innermost first: how many subscripts the box has, and how many bytes they are
     * apart; {1, 0} for dimensions that the array does not have. The bytes between are not copied, and RADDLE_OVERWRITTEN says nothing of them. */
    int64_t count[4], stride[4];
    /* By how many bytes the box's rows begin and end further on from one to the next of the second dimension, if all of them are whole and no
     * other dimension has more than one subscript: {0, 8} for the lower triangle of a matrix of doubles. {0, 0}: the whole box. */
    int64_t lean[2];
    /* With RADDLE_AROUND: [base + around_lo, base + around_hi) are bytes of the same object that the program surely accesses when the site is
     * entered again and again, so the first copy may bring all of them. */
    int64_t around_lo, around_hi;
} raddle_range;

enum {
    RADDLE_HAS_PTX = 1,     /* all kernels of the site have PTX */
    RADDLE_HAS_ATOMICS = 2, /* a kernel of the site updates memory atomically; RADDLE_DEVICE=auto takes no CPU threads for it */
    RADDLE_TIMES_HOST = 4,  /* raddle_enter may answer 2: the sequential loop, and then raddle_host_done */
    RADDLE_THREADS_ONLY = 8, /* CPU threads alone can run its kernels; on other devices raddle_enter answers 0 */
    /* The compiler was told to leave a device's code out: to this device, the site's is missing. */
    RADDLE_NO_EMULATED = 16,
    RADDLE_NO_VULKAN = 32,
    RADDLE_NO_CUDA = 64,
    RADDLE_RESIDENT = 256, /* the code around the site says what the host accesses (raddle_host_access), so what its launches leave on a device stays there */
    RADDLE_BOUNDED = 512, /* with RADDLE_THREADS_ONLY: the kernels touch nothing but the site's ranges; else they may follow pointers */
    RADDLE_TOGETHER = 1024, /* the kernels run several work items side by side, so that one thread is faster with them than with the loop */
    RADDLE_SERIAL = 2048, /* statements of the host, as one work item: for a device that has their arrays, and never for CPU threads */
    RADDLE_IRREGULAR = 128, /* an iteration has loops whose length only data tells: that it was short says nothing of the next */
};

/* Launches of fewer innermost iterations need not be asked for: raddle_enter would answer 0. The runtime sets `least` when the unit is
 * registered. */
typedef struct raddle_gate {
    int64_t least;        /* 0 at first */
    uint32_t picoseconds; /* of one innermost iteration on a core of the host, estimated; 0: 1000 */
    uint32_t is_version;  /* 1: a version of the code asks that is only good for launches, so a launch has to seem to pay;
                             2: one that is better on CPU threads and on the host, so launches have to go there */
} raddle_gate;

/* A place in the source that launches kernels; static data made by the compiler. */
typedef struct raddle_site {
    raddle_gate gate; /* the runtime raises `least` where the loop proves short; with RADDLE_TIMES_HOST a site is not const */
    uint32_t version; /* RADDLE_ABI_VERSION */
    uint32_t code;    /* RADDLE_HAS_PTX and so on, together or 0 */
    const char *source;   /* "file.c:12" */
    const char *function; /* "kernel_gemm" */
} raddle_site;

/* `raddle_kernel.order`: of work items, for CPU threads. */
enum {
    RADDLE_WAITS = 1,     /* a work item waits for those before it (raddle_await), so they begin in order, one at a time */
    RADDLE_IN_BLOCKS = 2, /* work items that wait may run several at once: one tile of each, then the next; raddle_await is called for all together */
    RADDLE_FALLS_X = 4,   /* later work items along x write to lower addresses */
    RADDLE_CALLS = 32,    /* work items call functions of the program, which may take as much stack as the caller has */
    RADDLE_FALLS_Y = 8,
    RADDLE_FALLS_Z = 16,
};

/* CPU code of a kernel: runs work items lo[d] <= id[d] < hi[d], d = 0 (x, fastest), 1, 2. */
typedef void (*raddle_cpu_kernel)(const uint64_t *args, const int64_t lo[3], const int64_t hi[3]);

/* A kernel in every form it exists; static data made by the compiler. */
typedef struct raddle_kernel {
    uint32_t version; /* RADDLE_ABI_VERSION */
    uint32_t dims;    /* 1 to 3 */
    const char *name; /* also the SPIR-V and PTX entry point */
    const char *source;
    uint64_t n_args;
    /* n_args entries: index of the range (of raddle_enter) that a pointer argument points into, or -1 for a scalar. */
    const int32_t *arg_range;
    raddle_cpu_kernel cpu;
    raddle_cpu_kernel emulated; /* the same with raddle_emu_access before every access; may be null */
    const uint32_t *spirv;      /* may be null */
    uint64_t spirv_bytes;
    void *state;        /* the runtime's; null at first */
    const char *ptx;    /* may be null; the entry is `name`, its parameters the three extents and then the arguments by value */
    uint64_t ptx_bytes; /* without a NUL */
    uint32_t group[3];    /* work items of a work-group in x, y, z; 0: chosen at the launch. RADDLE_BLOCK wins over it */
    uint32_t group_asked; /* 1: somebody asked for `group`, so CPU threads take work in such boxes, too; 0: a choice for GPUs */
    uint32_t together;    /* work items along x that `cpu` runs fastest at once; a thread gets as many where there is work for all; 0 is 1 */
    uint32_t order;       /* flags from RADDLE_WAITS on */
} raddle_kernel;

/* What the compiler decided about one loop nest; static data, for the statistics. */
typedef struct raddle_nest {
    const char *source, *function;
    const char *verdict; /* "device", "threads" (CPU threads alone) or "host" */
    const char *reason;  /* "" where verdict is "device" */
} raddle_nest;

/* raddle_unit::flags */
enum {
    RADDLE_BRINGS_LIBRARY = 1, /* the unit defines functions that the runtime and drivers call (malloc, memcpy): nothing stays on a device between sites */
};

typedef struct raddle_unit {
    uint32_t version;
    uint32_t n_nests;
    const raddle_nest *nests;
    struct raddle_unit *next; /* the runtime's */
    raddle_gate *const *gates;
    uint32_t n_gates;
    uint32_t flags; /* RADDLE_BRINGS_LIBRARY or 0 */
    /* The runtime's; may be null. 3: a device has newer bytes than the host; 2: devices have copies; 1: devices work on the host's bytes; 0: nothing
     * is on a device. Of all threads the greatest; the greatest number of all until the unit is registered. Code that is about to access memory need
     * call raddle_host_access only if this is at least 2, or, to read, 3; raddle_flush, raddle_may_end, raddle_host_end and raddle_host_free if it is not 0. */
    uint8_t *residence;
} raddle_unit;

/* Called from a constructor in every object file with nests. */
void raddle_register_unit(raddle_unit *unit);

/* Is this site to run on the device now? 1: memory is reserved, go on; 0: run the sequential loop (device none, fewer than
 * RADDLE_OFFLOAD_MIN instances, overlapping ranges; no driver, out of memory, unless going on without the device is forbidden; device auto, and the launch would not pay); 2, only with
 * RADDLE_TIMES_HOST: run the sequential loop and call raddle_host_done behind it, as its time is wanted. `instances`: innermost iterations;
 * `items`: how many of them may run at the same time. */
int raddle_enter(const raddle_site *site, const raddle_range *ranges, int64_t n_ranges, int64_t instances, int64_t items);
void raddle_copy_in(const raddle_site *site, const raddle_range *range);
/* extent[d] work items in dimension d, 0 = x. Slot i of args holds the low bytes of scalar i, or, for a pointer, the host
 * address that the kernel's pointer stands for (it may lie outside its range: a[i - 1] with i from 1). */
void raddle_launch(const raddle_site *site, raddle_kernel *kernel, const int64_t extent[3], const uint64_t *args);
void raddle_copy_out(const raddle_site *site, const raddle_range *range);
void raddle_exit(const raddle_site *site);
/* The sequential loop that raddle_enter answered 2 for has ended. A loop that is left by longjmp does without it. */
void raddle_host_done(const raddle_site *site);
/* Memory for private copies of a site of `instances` innermost iterations that take the host so many picoseconds: bytes that nothing else reaches, or null if no device would take
 * such a site, or if it is more than RADDLE_WORKSPACE bytes (default 256 MiB). Ranges over it have the flag RADDLE_OVERWRITTEN alone.
 * raddle_workspace_end frees it; it takes null as well. */
void *raddle_workspace(int64_t bytes, int64_t instances, uint32_t picoseconds);
void raddle_workspace_end(void *workspace);

/* A loop has a version for CPU threads. An odd number if that is to run, an even one if the loop is, whichever has taken less time so far; `version` is an address that no other
 * loop uses. A number above 1 wants raddle_chosen when either has ended. */
int64_t raddle_choose(const void *version, int64_t instances, uint32_t picoseconds);
void raddle_chosen(const void *version, int64_t instances, int64_t token);

/* Does raddle_enter's overlap rule hold for these ranges? 1 or 0. */
int raddle_disjoint(const raddle_range *ranges, int64_t n_ranges);
/* Has the calling thread's stack room for a kernel's own memory? 1 or 0. */
int raddle_has_room(void);
/* The host accesses these ranges next, on this thread: what is newer on a device comes back; a device's copy of what is written is forgotten. Needed
 * after sites with RADDLE_RESIDENT only. `windows` may be null; else each is written: until this thread's next site, an access of as many bytes at an
 * address that is less than `count` behind `first` need not be announced. */
typedef struct raddle_window {
    uint64_t first, count;
} raddle_window;
void raddle_host_access(const raddle_range *ranges, int64_t n_ranges, raddle_window *windows);
/* The host may access anything next, or let others do so: nothing of this thread is left on a device. */
void raddle_flush(void);
/* A function that is called next touches no memory of the program, but may call exit: exit handlers find memory as after raddle_flush. */
void raddle_may_end(void);
/* Nobody needs these bytes any more (scope end): what is newer on a device is forgotten. */
void raddle_host_end(const void *ptr, int64_t bytes);
/* The same for a whole block of malloc; null is none. */
void raddle_host_free(const void *ptr);

/* What was computed from bytes of the host, so that it need not be computed again while these are the same. `words` are the ends of `n_ranges`
 * ranges, low and high, and other numbers that the values depend on; `owner` is an address of the unit. raddle_keep keeps the values, if the
 * code says what the host accesses next; raddle_recall answers 1 and writes them if nobody has changed the bytes since, else 0. */
int raddle_recall(const void *owner, const uint64_t *words, int64_t n_ranges, int64_t n_words, int64_t *values, int64_t n_values);
void raddle_keep(const void *owner, const uint64_t *words, int64_t n_ranges, int64_t n_words, const int64_t *values, int64_t n_values);

/* The devices of this machine as a JSON text; the caller frees it. */
char *raddle_devices_json(void);

/* In a kernel that waits (RADDLE_WAITS), whose work items are rows of tiles: the tiles of this row before number `tile` are done. Returns when the row
 * before has done its tile of this number. */
void raddle_await(int64_t tile);

/* Emulated device: checks an access of `size` bytes at device address `address`; reports and exits with status 3 if it is bad.
 * `where` is "file.c:12:5". */
void raddle_emu_access(uint64_t address, uint32_t size, uint32_t is_write, const char *where);

#ifdef __cplusplus
}
#endif
#endif
