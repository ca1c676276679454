/* The life of a process: start at the first traced call, fork, exit.
**
** Before the first traced call nothing is made: no file, no folder, no thread. The destructor closes the file. It runs after the
** program's own exit handlers and before the runtimes' destructors. _exit, quick_exit and exec close it, too. A process
** that ends in any other way leaves its live file, from which readers recover everything. A forked child starts anew at its first traced
** call, with a file of its own. */
#include "core.h"
#include "away.h"
#include "control.h"
#include "exec.h"
#include "fault.h"
#include "room.h"
#include "toggle.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

enum { NEW, OPEN, CLOSED, FAILED };

static collect_lock lock = COLLECT_LOCK(PROCESS);
static _Atomic int state;
static pid_t here;  /* the process that this memory belongs to: a vfork child has another id */
static pid_t owner; /* the one that the file belongs to */
static bool wipes; /* the kernel clears the gate's page in a forked child */
static _Atomic bool ending; /* no recording begins late any more */
static int64_t start_ns; /* when this process image or fork began, BOOTTIME */
static uint32_t generations; /* kept in a forked child, whose first generation is its parent's plus 1 */

/* ---- fork ---- */

static void forked(void) {
  collect_gate_close();
  collect_thread = &collect_dummy_thread;
  collect_modules_forked();
  atomic_store(&lock.word, 0);
  here = getpid();
  start_ns = collect_boottime_ns();
  if (atomic_load(&state) == OPEN) {
    atomic_store(&state, NEW);
    collect_tell("process %d is a fork, and begins anew", (int)getpid());
  }
}

static void fork_child(void) {
  collect_own_work_depth = 0;
  forked();
  if (!collect_domains_begun || atomic_load(&state) != NEW)
    return;
  atomic_store(&ending, false);
  collect_domains_begin(true);
}

/* Uses the page if the kernel can clear it (since 4.14). Process numbers do not always tell: the first process of a new PID
** namespace is 1, and so may be its parent. A vfork child shares its parent's memory, and is not meant here. */
static bool is_fork(void) { return wipes ? !collect_gate.opened : owner != getpid(); }

void collect_process_check_fork(void) {
  if (atomic_load_explicit(&state, memory_order_acquire) == OPEN && is_fork())
    forked();
  collect_live_tell();
}

/* ---- exec: see exec.c ---- */

static void process_close(void);
static bool rest_write(int quiet_ms, int most_ms);

/* Whether the calling thread is the program's only one. Threads of ours that have been made may not be running yet. */
static bool is_alone(void) {
  enum { STEP_NS = 100000, STEPS = 100 };
  struct stat st;
  for (int i = 0; i < STEPS && collect_threads() != collect_threads_running(); i++)
    collect_sys_sleep(STEP_NS);
  return !stat("/proc/self/task", &st) && st.st_nlink == 2 + 1 + collect_threads_running();
}

/* If a thread of ours is about to begin the recording, it either is ahead, and is waited for, or finds out that the process ends. Not in a
** vfork child. */
static void late_stop(void) {
  if (atomic_load(&state) != NEW || !collect_threads() || getpid() != here)
    return;
  atomic_store(&ending, true);
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  collect_lock_release(&lock);
  collect_section_end(&section);
}

static bool exec_may(void) {
  if (collect_own_work_depth)
    return false;
  late_stop();
  return atomic_load(&state) == OPEN && owner == getpid() && !is_fork();
}

/* With other threads, these record on until the kernel ends them (away.c). */
#define EXEC_ALONE 0
static uint32_t exec_close(void) {
  if (!is_alone())
    return collect_away_go();
  process_close();
  return EXEC_ALONE;
}

/* Begins anew as a forked child does: there is one thread in both, and what belonged to the former file is forgotten. */
static bool begin_anew(void) {
  enum { STEP_NS = 1000000, STEPS = 5000 };
  for (int i = 0; i < STEPS && collect_threads(); i++) /* the writer may still be ending */
    collect_sys_sleep(STEP_NS);
  if (atomic_load(&state) != CLOSED || collect_threads())
    return false;
  forked();
  atomic_store(&state, NEW);
  collect_tell("exec failed, and process %d begins anew", (int)getpid());
  return true;
}

static void exec_failed(bool closed, uint32_t how) {
  if (closed && how != EXEC_ALONE)
    collect_away_back(how);
  else if (closed ? begin_anew() : getpid() == here && atomic_exchange(&ending, false))
    collect_domains_begin(true);
}
static const collect_exec exec_process = {.may = exec_may, .close = exec_close, .failed = exec_failed};

/* ---- start ---- */

static void process_start(void) {
  static _Atomic int once;
  if (atomic_exchange(&once, 1))
    return;
  collect_clock_start();
  here = getpid();
  start_ns = collect_boottime_ns();
  pthread_atfork(NULL, NULL, fork_child);
  at_quick_exit(process_close); /* the first one, so it runs after the program's */
}

/* The process ends by _exit, which a signal handler may call, whatever that has interrupted. So nothing here takes a lock: the writer closes the
** file. If it needs a lock that the interrupted call holds, or is not done in time, the live file stays. Not in a forked or vforked child, where
** the file is the parent's. */
static void process_left(void) {
  if (atomic_load(&state) != OPEN || owner != getpid() || is_fork())
    return;
  collect_control_left(collect_live);
  if (collect_own_work_depth)
    return;
  COLLECT_SECTION_BEGIN(section); /* it does not end: nothing more runs on this thread */
  rest_write(COLLECT_LEAVE_QUIET_MS, COLLECT_LEAVE_MOST_MS);
}

static bool process_open(void) {
  static char path[4096];
  uint8_t file_id[16];
  process_start();
  collect_clock_start();
  owner = getpid();
  wipes = !madvise(&collect_gate, sizeof collect_gate, MADV_WIPEONFORK);
  collect_gate.opened = 1;
  if (!collect_strings_reserve() || !collect_meta_reserve()) { /* without this memory, rows would have no names */
    collect_say("out of memory; nothing is recorded");
    return false;
  }
  if (!collect_chunk_open(start_ns, path, sizeof path, file_id)) {
    collect_say("cannot create %.300s: %s; nothing is recorded", path, collect_output_failure());
    return false;
  }
  if (!collect_live_open(path, file_id)) {
    collect_say("cannot create %.300s: %s; nothing is recorded", path, strerror(errno));
    collect_chunk_reset();
    unlink(path);
    return false;
  }
  collect_tell("process %d records to %s", (int)owner, path);
  collect_fault_guard();
  collect_thread_setup();
  collect_control_open(start_ns);
  collect_leave_begin(process_left);
  collect_exec_begin(&exec_process);
  /* Without a writer, rings fill, and calls are dropped and counted; the close writes the rings. */
  (void)collect_writer_start();
  collect_last_open();
  if (++generations == COLLECT_STOPPED)
    generations = 1;
  return true;
}

/* `late`: not if the process exits already. */
static bool process_ready(bool late) {
  collect_process_check_fork();
  int now = atomic_load_explicit(&state, memory_order_acquire);
  if (now != NEW)
    return now == OPEN;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  if (atomic_load(&state) == NEW && !(late && atomic_load(&ending))) {
    bool opened = process_open();
    /* The gate is opened before the state is set: whoever finds the process open must find the gate open. (A thread that looked in
    ** between would take the process for closed, and its call would be neither recorded nor counted.) */
    if (opened)
      collect_gate_open(generations);
    atomic_store_explicit(&state, opened ? OPEN : FAILED, memory_order_release);
  }
  collect_lock_release(&lock);
  collect_section_end(&section);
  return atomic_load(&state) == OPEN;
}

bool collect_process_ready(void) { return process_ready(false); }
bool collect_process_ready_late(void) { return process_ready(true); }

bool collect_process_over(void) { return atomic_load(&state) >= CLOSED; }

/* ---- exit ---- */

/* Ends what has not begun: a file that another thread made from now on would never be finished. If one makes it right now, it is finished first. */
static void process_close_new(void) {
  if (atomic_load(&state) != NEW || getpid() != here)
    return;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  if (atomic_load(&state) == NEW)
    atomic_store_explicit(&state, CLOSED, memory_order_release);
  collect_lock_release(&lock);
  collect_section_end(&section);
}

#define EXIT_QUIET_MS 5000

/* Waits for the writer's last pass. First the gate is closed: from now on calls are only forwarded, and calls in progress become open rows.
** Otherwise threads that go on calling would keep the writer busy for ever. */
static bool rest_write(int quiet_ms, int most_ms) {
  collect_gate_close();
  collect_untracked_settle();
  bool closed = collect_writer_close(quiet_ms, most_ms);
  if (!closed) /* the writer has not counted these */
    collect_memory_lost();
  return closed;
}

static void process_close(void) {
  process_close_new();
  /* Not in a vfork child, which shares its parent's memory. (A filter of system calls may make getpid fail.) */
  pid_t pid = getpid();
  if (atomic_load(&state) != OPEN || (pid > 0 && owner != pid) || is_fork())
    return;
  COLLECT_SECTION_BEGIN(section);
  collect_live_tell();
  bool closed = rest_write(EXIT_QUIET_MS, 0);
  collect_writing_tell(collect_chunk_path());
  if (closed)
    collect_tell("process %d: the file is closed", (int)owner);
  collect_overhead_say(closed);
  atomic_store(&state, CLOSED);
  collect_section_end(&section);
}

__attribute__((constructor)) static void library_start(void) {
  int saved = errno;
  collect_next_start();
  collect_settings_read();
  process_start();
  collect_thread_setup();
  collect_last_begin();
  collect_toggle_place();
  errno = saved;
}

__attribute__((destructor)) static void library_end(void) {
  int saved = errno;
  process_close();
  errno = saved;
}
