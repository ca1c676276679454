/* A software GPU: it stands in for libhsakmt.so.1, the user library of the kernel's GPU driver. So the real HSA and HIP runtimes
** (5.2) run on machines without a GPU. API calls, queues, AQL packets, signals, copies and time stamps are the runtimes' own.
** Kernels are not executed: each takes a configured time.
**
**     LD_LIBRARY_PATH=build/gpusim ./hip_program
**
** The settings are environment variables, read once (setting.c):
**
**   GPUSIM_GPUS=1            number of GPUs, 1 to 8
**   GPUSIM_GFX=90a           their architecture: 906, 908, 90a or 1030
**   GPUSIM_KERNEL_NS=5000    time of a kernel, in ns
**   GPUSIM_KERNELS=          times by name: "part=ns,part=ns"; the first part that
**                            occurs in the mangled name counts, for built-in kernels too
**   GPUSIM_COPY_GBPS=0       bandwidth of copies and fills in GB/s; 0: they take no time
**   GPUSIM_OVERLAP=0         1: packets with the barrier bit clear start before
**                            earlier ones of their queue have ended
**   GPUSIM_LARGE_BAR=0       1: the host may access device memory; HIP then makes
**                            small copies itself
**   GPUSIM_TRACE=            a file that gets a line for each packet that is executed
**   GPUSIM_CLOCK_PPM=0       how much faster than the system's clock the GPUs' clocks
**                            run, in millionths, -1000 to 1000
**   GPUSIM_CLOCK_STEPS=      jumps of the GPUs' clocks: "at=ns,at=ns", `at` in ns since
**                            the driver was opened; ns may be negative
**   GPUSIM_FAIL=             calls that the driver refuses: "what=first-last,what=first",
**                            where `what` is queue (for packets), copy_queue, memory (of a
**                            GPU) or event. Calls are counted from 1; without a last one
**                            all from the first on are refused
**
** Kernels. A user's kernel takes its time and does nothing, unless the program exports a host function that stands in for it
** (link with -rdynamic):
**     extern "C" void gpusim_kernel_<mangled name>(const hsa_kernel_dispatch_packet_t *)
** That function gets pointers to memory pinned by hipHostRegister through gpusim_host_address. Its effects on memory are visible
** when the kernel ends; the time it takes on the host does not count. The runtimes' own copy and fill kernels, and the copy
** engines, really move data.
**
** Time. The GPU clock has ticks of 10 ns, and an epoch of its own for each GPU. The system clock is CLOCK_BOOTTIME. If a kernel
** is queued when the one before it ends, it starts GPUSIM_GAP_TICKS later, so a queue's times do not depend on how the host
** schedules the simulator. The first kernel after an idle time starts when the simulator sees it. Different queues run
** concurrently on that clock.
**
** The rules are those of hardware, without exceptions. A packet is taken only after its doorbell has rung, if it is below the
** write index and its header is valid. It is copied, and its slot is freed, when it starts, not when it ends. Time stamps are
** written only if profiling is on. A signal is read when a packet needs it, and at no other time.
**
** The parts have a file each: setting, clock, topology, memory, event, elf, kernel, blit, counter, aql, sdma, engine (the thread
** that runs the queues), and driver (all other entry points of the driver). */
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
/* This library exports the driver's functions. */
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
  unsigned gfx; /* as gpusim_gfx_name() shows it: 0x90a, 0x1030 */
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
  struct { int64_t first, last; } fail[GPUSIM_FAILS]; /* first 0: no call fails */
} gpusim_settings;
extern gpusim_settings gpusim_setting;
void gpusim_setting_read(void);
/* The time that the rules give a kernel of this name. -1: no rule matches. */
int64_t gpusim_setting_ticks(const char *name);
/* Whether the call must fail. Ask once for each call that would otherwise succeed. */
bool gpusim_setting_fails(int what);

/* ---- clock ---- */

#define GPUSIM_TICK_NS 10
#define GPUSIM_TICKS_PER_SECOND 100000000
/* Ticks between the end of a kernel and the start of the next one in its queue. */
#define GPUSIM_GAP_TICKS 10
/* The simulator's time in ticks: CLOCK_BOOTTIME in units of 10 ns. */
int64_t gpusim_clock(void);
/* From now on clocks run as the settings say; until now they ran right. */
void gpusim_clock_start(void);
/* The value of a GPU's own counter at that time. */
uint64_t gpusim_clock_gpu(int gpu, int64_t ticks);
/* The time in ticks that it takes to move this many bytes. */
int64_t gpusim_clock_copy(uint64_t size_bytes);

/* ---- memory ---- */

/* The host address for a GPU address: pinned memory of the program has another address on the GPU. Thread-safe. */
void *gpusim_memory_host(uint64_t gpu_address);
/* Finds the base and size of the allocation that contains an address. False: there is none. */
bool gpusim_memory_find(uint64_t gpu_address, uint64_t *base, uint64_t *size_bytes);
/* Number of frees of executable memory. After a change, names found there may be stale. */
extern atomic_uint gpusim_memory_code_generation;
uint64_t gpusim_memory_vram_bytes(void);

/* ---- event ---- */

/* Interrupts the host for this event id. Ignores unknown ids. */
void gpusim_event_raise(uint32_t id);

/* ---- elf ---- */

/* Calls fn for every named symbol in the dynamic symbol table of a loaded ELF image, until it returns false. `bias` is added to
** addresses in the file. */
typedef bool (*gpusim_elf_fn)(const char *name, uint64_t value, uint64_t size, void *arg);
void gpusim_elf_each(const void *phdr, size_t phdr_count, uint64_t bias, gpusim_elf_fn fn, void *arg);

/* ---- kernel ---- */

typedef void (*gpusim_host_kernel)(const hsa_kernel_dispatch_packet_t *packet);
/* Executes a built-in kernel, and returns the bytes moved. -1: it must wait and be tried again. */
typedef int64_t (*gpusim_blit)(const hsa_kernel_dispatch_packet_t *packet);
typedef struct gpusim_kernel {
  uint64_t object;
  int64_t ticks;  /* -1: the time of a built-in kernel depends on what it moves */
  gpusim_blit blit;
  gpusim_host_kernel host;
  char name[256]; /* mangled, cut to this size */
} gpusim_kernel;
/* What is known of a kernel object. Only the engine thread may call it. Valid until the next call. */
const gpusim_kernel *gpusim_kernel_find(uint64_t object);

/* ---- blit ---- */

/* HIP's built-in kernel with this name. NULL: there is none. */
gpusim_blit gpusim_blit_by_name(const char *name);
/* The runtime's own shader at this address (its kernels have no names). NULL: it is not one of them. */
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
  uint64_t limit;     /* packets or bytes before this one have been rung for */
  int64_t not_before; /* time at which the doorbell was seen to ring */
  int64_t free_at;    /* time at which the work that was started last will be over */
  /* used for AQL queues: */
  amd_queue_t *amd;
  int running_count;
  gpusim_running running[GPUSIM_MAX_RUNNING];
  /* used for SDMA queues; the packet at `next` is under way until free_at: */
  bool copying;
  _Atomic uint64_t own_write, own_read; /* the driver supplies them for SDMA */
} gpusim_queue;

/* Run everything that can run. They return the time at which they want to be called next; GPUSIM_NEVER: only a doorbell or a
** signal can help. They set *progress if they did something. Only the engine thread may call them. */
int64_t gpusim_aql_run(gpusim_queue *q, bool *progress);
int64_t gpusim_sdma_run(gpusim_queue *q, bool *progress);
/* Lowers a completion signal, and interrupts whoever waits for it. */
void gpusim_aql_complete(uint64_t signal, int gpu, bool stamps, int64_t start, int64_t end);

/* True: the doorbell has rung, and is reset. After that the same value, or a lower one, can ring again: several producers ring in
** any order. */
#define GPUSIM_DOORBELL_IDLE UINT64_MAX
static inline bool gpusim_doorbell_rung(gpusim_queue *q, uint64_t *value) {
  if (atomic_load_explicit(q->doorbell, memory_order_relaxed) == GPUSIM_DOORBELL_IDLE)
    return false;
  *value = atomic_exchange(q->doorbell, GPUSIM_DOORBELL_IDLE);
  return true;
}

/* ---- counter ---- */

/* A kernel runs for this time: counts it, if counting is on. */
void gpusim_counter_kernel(int gpu, const hsa_kernel_dispatch_packet_t *p, int64_t ticks);
/* Runs the commands at this address: see counter.h. */
void gpusim_counter_command(int gpu, uint64_t address);

/* ---- engine ---- */

bool gpusim_engine_start(void);
void gpusim_engine_stop(void);
/* Tells the engine to look soon, since a host thread is about to wait for the GPU. Cheap. */
void gpusim_engine_kick(void);
/* Keep the engine from running queues during a fork. */
void gpusim_engine_lock(void);
void gpusim_engine_unlock(void);
void gpusim_engine_forked(void);

/* ---- topology, memory, driver ---- */

/* The GPU's number for a node id. -1: the node is the CPU, or unknown. */
int gpusim_topology_gpu(uint32_t node);
/* Whether the connection to the driver is open; in a forked child it is not. */
bool gpusim_driver_open(void);
void gpusim_memory_lock(void);
void gpusim_memory_unlock(void);

#endif
