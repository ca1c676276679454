/* What the kernel tells of a thread of this process, without any privilege: /proc/self/task/T. The sampler's thread only. */
#ifndef COLLECT_SAMPLE_TASK_H
#define COLLECT_SAMPLE_TASK_H
#include "collect.h"

/* Opens the folder of the tasks. False: there is no /proc. */
bool sample_tasks_open(void);
/* The number of threads now; 0: unknown. Takes 0.3 us. */
uint32_t sample_tasks_count(void);
/* Calls fn for each thread. */
void sample_tasks_each(void (*fn)(pid_t tid, void *arg), void *arg);

/* The files of a thread. They stay open, as far as there are descriptors; the sampler has a descriptor table of its own. */
typedef struct sample_files { int syscall, schedstat, stat; } sample_files;
#define SAMPLE_FILES_NONE {-1, -1, -1}
void sample_files_close(sample_files *f);

/* Counters of the scheduler. Those of a running thread may lag behind by one tick of the kernel. */
typedef struct sample_sched {
  uint64_t cpu_ns;  /* CPU time used */
  uint64_t wait_ns; /* time in which the thread was ready to run and had no CPU; counted when it gets one */
  uint64_t slices;  /* how often it was given a CPU */
} sample_sched;
/* False: the thread has ended. */
bool sample_sched_read(pid_t tid, sample_files *f, sample_sched *out);
/* The CPU time up to now of a thread that runs. */
void sample_cpu_read(pid_t tid, uint64_t *cpu_ns);

enum { TASK_GONE, TASK_RUNS, TASK_BLOCKED };
typedef struct sample_place {
  int64_t call;     /* number of the system call that it is blocked in; -1: in none */
  uintptr_t sp, pc; /* 0: the kernel does not tell */
} sample_place;
/* What the thread does now. In a process that has changed its user, or is not dumpable, `syscall` belongs to root, and cannot be opened. Then `stat` tells the
** state, but not the place.
** TASK_RUNS: it has a CPU, or waits for one. TASK_BLOCKED: it waits for something else, at this place. TASK_GONE: it has ended. */
int sample_place_read(pid_t tid, sample_files *f, sample_place *out);

/* Whether the thread blocks this signal; *all: whether it blocks nearly all. */
bool sample_signal_blocked(pid_t tid, int sig, bool *all);
/* The thread's name. */
void sample_name_read(pid_t tid, char name[16]);
/* The mapping that holds an address; named: the one with this name ("[stack]"), whatever `at` is. *below: where the mapping below it ends, 0 none.
** False: there is none. */
bool sample_mapping_find(uintptr_t at, const char *named, uintptr_t *below, uintptr_t *low, uintptr_t *high);
/* Copies memory of the process, at most `size` bytes, as far as there is memory. Returns the number of bytes. Never faults. */
size_t sample_memory_copy(uintptr_t from, void *to, size_t size);

#endif
