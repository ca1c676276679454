/* A software GPU: a stand-in for libhsakmt.so.1, the user library of the kernel's
** GPU driver, so that the real HSA and HIP runtimes (5.2) run on machines without
** a GPU. API calls, queues, AQL packets, signals, copies and time stamps are the
** runtimes' own; kernels are not executed, they take a configured time.
**
**     LD_LIBRARY_PATH=build/gpusim ./hip_program
**
** Settings, environment variables read once (setting.c):
**
**   GPUSIM_GPUS=1            number of GPUs, 1 to 8
**   GPUSIM_GFX=90a           what they are: 906, 908, 90a or 1030
**   GPUSIM_KERNEL_NS=5000    time of a kernel, in ns
**   GPUSIM_KERNELS=          times by name: "part=ns,part=ns"; the first part that
**                            occurs in the mangled name counts, built-in kernels too
**   GPUSIM_COPY_GBPS=0       copy and fill bandwidth in GB/s; 0: they take no time
**   GPUSIM_OVERLAP=0         1: packets with the barrier bit clear start before
**                            earlier ones of their queue have ended
**   GPUSIM_LARGE_BAR=0       1: the host may touch device memory; HIP then makes
**                            small copies itself
**   GPUSIM_TRACE=            a file that gets one line for each packet executed
**   GPUSIM_CLOCK_PPM=0       how much faster than the system's the GPUs' clocks run, in
**                            millionths, -1000 to 1000
**   GPUSIM_CLOCK_STEPS=      the GPUs' clocks jump: "at=ns,at=ns", `at` in ns since the
**                            driver was opened; ns may be negative
**   GPUSIM_FAIL=             what the driver refuses: "what=first-last,what=first" with
**                            what one of queue (for packets), copy_queue, memory (of a
**                            GPU), event; calls are counted from 1, and all after the
**                            first are refused when there is no last
**
** Kernels. A user kernel takes its time and does nothing, unless the program
** exports a host function that stands in for it (link with -rdynamic):
**     extern "C" void gpusim_kernel_<mangled name>(const hsa_kernel_dispatch_packet_t *)
** (pointers to memory pinned by hipHostRegister go through gpusim_host_address). Its memory effects are there when the kernel ends; how long it takes on the host
** does not count. The runtimes' own copy and fill kernels, and the copy engines,
** really move data.
**
** Time. The GPU clock has 10 ns ticks and counts from an epoch of its own for each
** GPU; the system clock is CLOCK_BOOTTIME. A kernel that is queued when the one
** before it ends starts GPUSIM_GAP_TICKS later, so a queue's times do not depend
** on how the host schedules the simulator; the first after an idle time starts
** when the simulator sees it. Different queues run concurrently on that clock.
**
** Like hardware, and no kinder: a packet is taken only after its doorbell has rung,
** below the write index, once its header is valid; it is copied out and its slot
** freed when it starts, not when it ends; time stamps are written only where
** profiling is on; a signal is read when a packet needs it, at no other time.
**
** Parts, one file each: setting, clock, topology, memory, event, elf, kernel, blit,
** counter, aql, sdma, engine (the thread that runs the queues) and driver (all the rest of
** the driver's entry points). */
#ifndef GPUSIM_H
#define GPUSIM_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>
/* The driver's functions are what this library exports. */
#pragma GCC visibility push(default)
#include <hsakmt.h>
#pragma GCC visibility pop

/* ---- setting ---- */

#define GPUSIM_MAX_GPUS 8
#define GPUSIM_MAX_RULES 64
typedef struct gpusim_rule {
  char part[96];
  int64_t ticks;
} gpusim_rule;
typedef struct gpusim_step {
  int64_t at_ticks, by_ticks;
} gpusim_step;
enum { GPUSIM_FAIL_QUEUE, GPUSIM_FAIL_COPY_QUEUE, GPUSIM_FAIL_MEMORY, GPUSIM_FAIL_EVENT, GPUSIM_FAILS };
typedef struct gpusim_settings {
  int gpus;
  unsigned gfx; /* as gpusim_gfx_name() writes it: 0x90a, 0x1030 */
  unsigned gfx_major, gfx_minor, gfx_stepping;
  int64_t kernel_ticks;
  int rules;
  gpusim_rule rule[GPUSIM_MAX_RULES];
  double copy_gbps;
  bool overlap;
  bool large_bar;
  int trace_fd; /* -1: none */
  double clock_ppm;
  int steps;
  gpusim_step step[GPUSIM_MAX_RULES];
  struct { int64_t first, last; } fail[GPUSIM_FAILS]; /* first 0: none */
} gpusim_settings;
extern gpusim_settings gpusim_setting;
void gpusim_setting_read(void);
/* The time that the rules give a kernel of this name, -1 when none matches. */
int64_t gpusim_setting_ticks(const char *name);
/* Asked once for each call that would succeed: must it fail? */
bool gpusim_setting_fails(int what);

/* ---- clock ---- */

#define GPUSIM_TICK_NS 10
#define GPUSIM_TICKS_PER_SECOND 100000000
/* Between the end of a kernel and the start of the next in its queue. */
#define GPUSIM_GAP_TICKS 10
/* Ticks of the simulator: CLOCK_BOOTTIME in 10 ns. */
int64_t gpusim_clock(void);
/* Clocks run right until now, and by the settings from now on. */
void gpusim_clock_start(void);
/* What a GPU's own counter shows then. */
uint64_t gpusim_clock_gpu(int gpu, int64_t ticks);
/* How long it takes to move so many bytes. */
int64_t gpusim_clock_copy(uint64_t size_bytes);

/* ---- memory ---- */

/* The host address of what a GPU address means: pinned user memory has another
** address on the GPU. Thread safe. */
void *gpusim_memory_host(uint64_t gpu_address);
/* Base and size of the allocation that holds an address; false when there is none. */
bool gpusim_memory_find(uint64_t gpu_address, uint64_t *base, uint64_t *size_bytes);
/* Counts frees of executable memory: names found there are stale afterwards. */
extern atomic_uint gpusim_memory_code_generation;
uint64_t gpusim_memory_vram_bytes(void);

/* ---- event ---- */

/* An interrupt of the GPU for an event id. Unknown ids are ignored. */
void gpusim_event_raise(uint32_t id);

/* ---- elf ---- */

/* Calls fn for every named symbol of the dynamic symbol table of a loaded ELF
** image until it returns false. Program headers as given; bias is what is added to
** addresses in the file. */
typedef bool (*gpusim_elf_fn)(const char *name, uint64_t value, uint64_t size, void *arg);
void gpusim_elf_each(const void *phdr, size_t phdr_count, uint64_t bias, gpusim_elf_fn fn, void *arg);

/* ---- kernel ---- */

typedef void (*gpusim_host_kernel)(const hsa_kernel_dispatch_packet_t *packet);
/* A built-in kernel: does its work, returns the bytes moved; -1 when it must wait
** and be tried again. */
typedef int64_t (*gpusim_blit)(const hsa_kernel_dispatch_packet_t *packet);
typedef struct gpusim_kernel {
  uint64_t object;
  int64_t ticks;  /* -1: a built-in kernel's time, from what it moves */
  gpusim_blit blit;
  gpusim_host_kernel host;
  char name[256]; /* mangled, cut where it is longer */
} gpusim_kernel;
/* What a kernel object is. Engine thread only; valid until the next call. */
const gpusim_kernel *gpusim_kernel_find(uint64_t object);

/* ---- blit ---- */

/* The built-in kernel of HIP with this name, NULL when there is none. */
gpusim_blit gpusim_blit_by_name(const char *name);
/* The runtime's own shader at this address (its kernels have no names), NULL when
** it is none of them. */
gpusim_blit gpusim_blit_by_code(const void *object, const char **name);

/* ---- queues ---- */

#define GPUSIM_NEVER INT64_MAX
#define GPUSIM_MAX_RUNNING 32

typedef struct gpusim_running {
  int64_t start, end;
  uint64_t signal;
} gpusim_running;

typedef struct gpusim_queue {
  HSA_QUEUEID id;
  int gpu; /* from 0 */
  HSA_QUEUE_TYPE type;
  bool active;
  char *ring;
  uint64_t ring_bytes;
  _Atomic uint64_t *write; /* write index: packets (AQL) or bytes (SDMA) */
  _Atomic uint64_t *read;
  _Atomic uint64_t *doorbell;
  uint64_t next;      /* first packet or byte that is not done */
  uint64_t limit;     /* the doorbell has rung for what is before it */
  int64_t not_before; /* when it was seen to ring */
  int64_t free_at;    /* when the last thing started will be over */
  /* AQL */
  amd_queue_t *amd;
  int running_count;
  gpusim_running running[GPUSIM_MAX_RUNNING];
  /* SDMA: the packet at `next` is under way until free_at */
  bool copying;
  _Atomic uint64_t own_write, own_read; /* the driver supplies them for SDMA */
} gpusim_queue;

/* Run what can run. Returns when it wants to be called next: a time, or
** GPUSIM_NEVER when only a doorbell or a signal can help; sets *progress when it
** did something. Engine thread only. */
int64_t gpusim_aql_run(gpusim_queue *q, bool *progress);
int64_t gpusim_sdma_run(gpusim_queue *q, bool *progress);
/* Decrement a completion signal and interrupt who waits for it. */
void gpusim_aql_complete(uint64_t signal, int gpu, bool stamps, int64_t start, int64_t end);

/* True and the doorbell is reset, when it has rung. Resetting it lets the same value
** ring twice, and one that is lower than the last: several producers ring in any
** order. */
#define GPUSIM_DOORBELL_IDLE UINT64_MAX
static inline bool gpusim_doorbell_rung(gpusim_queue *q, uint64_t *value) {
  if (atomic_load_explicit(q->doorbell, memory_order_relaxed) == GPUSIM_DOORBELL_IDLE)
    return false;
  *value = atomic_exchange(q->doorbell, GPUSIM_DOORBELL_IDLE);
  return true;
}

/* ---- counter ---- */

/* A kernel runs so long: it is counted, where that goes on. */
void gpusim_counter_kernel(int gpu, const hsa_kernel_dispatch_packet_t *p, int64_t ticks);
/* Runs the commands at an address: counter.h. */
void gpusim_counter_command(int gpu, uint64_t address);

/* ---- engine ---- */

bool gpusim_engine_start(void);
void gpusim_engine_stop(void);
/* A host thread is about to wait for the GPU: look soon. Cheap. */
void gpusim_engine_kick(void);
/* Keep the engine from running queues while a fork happens. */
void gpusim_engine_lock(void);
void gpusim_engine_unlock(void);
void gpusim_engine_forked(void);

/* ---- topology, memory, driver ---- */

/* A GPU's number for a node id, -1 for the CPU and unknown nodes. */
int gpusim_topology_gpu(uint32_t node);
/* Did the driver's connection survive? Not in a forked child. */
bool gpusim_driver_open(void);
void gpusim_memory_lock(void);
void gpusim_memory_unlock(void);

#endif
