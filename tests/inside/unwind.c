/* Walks of known stacks (walk.h): each case makes a stack whose functions it knows, and compares the walk with it. known_stack.h says how a stack is
** written; cases of code without tables, and of objects that are loaded and unloaded, are in unwind_objects.h. */
#include <alloca.h>
#include <sched.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unwind.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "known_stack.h"
#include "unwind_objects.h"

/* ---- ordinary frames ---- */

KEEP int recursion(int depth) {
  if (!depth)
    return leaf(1) + 1;
  int r = recursion(depth - 1);
  return r + (int)(sink & 1);
}
KEEP int array_on_stack(int n) {
  volatile char bytes[n + 100];
  bytes[3] = 1;
  return leaf(n) + bytes[3];
}
/* Its frame is found by a word that its table's expression reads. */
KEEP int aligned_array(int n) {
  _Alignas(64) volatile char block[64];
  volatile char *bytes = alloca((size_t)n + 10);
  block[0] = bytes[1] = (char)n;
  return leaf(n) + block[0] + bytes[1];
}
static jmp_buf back;
KEEP __attribute__((noreturn)) void never(void) {
  leaf(2);
  longjmp(back, 1);
}
/* Its last instruction is the call, so the return address is behind it. */
KEEP __attribute__((noreturn)) void ends_with_call(void) { never(); }
KEEP int after_ends_with_call(int x) { return leaf(x) + 3; }

KEEP void case_frames(void) {
  recursion(20);
  stack_is("recursion", "leaf", "main", "leaf recursion case_frames main");
  check(short_of_room.n == 4 && short_of_room.why == COLLECT_WALK_TOO_DEEP && short_of_room.behind == 77 &&
          !memcmp(short_of_room.frame, seen.frame, sizeof short_of_room.frame),
        "more frames than there is room for", collect_walk_end_text(short_of_room.why));
  check(count_of("recursion") == 21, "recursion: each frame", names(NULL, NULL));
  check(seen.frame[0] & COLLECT_WALK_EXACT && !(seen.frame[1] & COLLECT_WALK_EXACT), "the innermost word is exact, its caller's is a return address", "");
  array_on_stack(50 + zero);
  stack_is("an array of variable length", "leaf", "main", "leaf array_on_stack case_frames main");
  uintptr_t on_rbp = 0, few_words[32] = {0};
  for (unsigned i = 0; i < seen.n && !on_rbp; i++)
    on_rbp = strcmp(name_of(seen.frame[i]), "array_on_stack") ? 0 : seen.frame[i];
  collect_walk_from back_to = {.pc = on_rbp, .sp = (uintptr_t)(few_words + 16), .bp = (uintptr_t)few_words, .bp_known = true,
                               .low = (uintptr_t)few_words, .high = (uintptr_t)(few_words + 32), .copy = (const char *)few_words};
  uint64_t some[5];
  uint8_t reason;
  check(collect_walk(&back_to, some, 5, &reason) == 1 && reason == COLLECT_WALK_BAD_CFA, "a frame below the one before it", collect_walk_end_text(reason));
  aligned_array(50 + zero);
  stack_is("a realigned stack", "leaf", "main", "leaf aligned_array case_frames main");
  if (!setjmp(back))
    ends_with_call();
  stack_is("a call that does not return", "leaf", "main", "leaf never ends_with_call case_frames main");
  leaf(0);
  stack_is("after longjmp", "leaf", "main", "leaf case_frames main");
  uint64_t few[5];
  uint8_t why;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  collect_walk_from from = {.pc = (uintptr_t)case_frames + 200, .sp = here & ~(uintptr_t)7, .low = here & ~(uintptr_t)7,
      .high = (here & ~(uintptr_t)7) + 8, .copy = (const char *)here};
  errno = 77;
  check(collect_walk(&from, few, 5, &why) == 1 && why != COLLECT_WALK_OUTERMOST, "a window of one word", collect_walk_end_text(why));
  check(errno == 77, "errno stays", "");
  from.low = from.high = 0;
  check(collect_walk(&from, few, 5, &why) == 1 && why == COLLECT_WALK_OUT_OF_STACK, "no window", collect_walk_end_text(why));
}

/* ---- signals, other stacks ---- */

KEEP void second_handler(int sig) { sink += leaf(sig); }
KEEP int interrupted(void) {
  raise_signal(SIGUSR2);
  return (int)(sink++ & 1);
}
static void handler_set(int sig, void (*fn)(int), int flags) {
  struct sigaction s = {.sa_handler = fn, .sa_flags = flags};
  sigaction(sig, &s, NULL);
}
KEEP __attribute__((no_sanitize("address", "undefined"))) void faulting(volatile int *p) { *p = 1; }
static sigjmp_buf fault_back;
KEEP void fault_handler(int sig) {
  leaf(sig);
  siglongjmp(fault_back, 1);
}

KEEP void case_signals(void) {
  handler_set(SIGUSR2, second_handler, 0);
  interrupted();
  stack_is("a handler", "leaf", "main", "leaf second_handler gsignal interrupted case_signals main");
  unsigned exact = 0;
  for (unsigned i = 0; i < seen.n; i++)
    exact += seen.frame[i] >> 63;
  check(exact == 2, "what a signal interrupted is exact, too", names(NULL, NULL));
  handler_set(SIGSEGV, fault_handler, 0);
  if (!sigsetjmp(fault_back, 1))
    faulting(NULL); /* the fault is at the function's first instruction: the address before it is another function's */
  stack_is("a fault at a function's first instruction", "leaf", "main", "leaf fault_handler faulting case_signals main");
  handler_set(SIGSEGV, SIG_DFL, 0);

  enum { SIZE = 65536 };
  char *alternate = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t s = {.ss_sp = alternate, .ss_size = SIZE}, none = {.ss_flags = SS_DISABLE};
  sigaltstack(&s, NULL);
  handler_set(SIGUSR2, second_handler, SA_ONSTACK);
  interrupted();
  check(seen.n == 1 && seen.why == COLLECT_WALK_OUT_OF_STACK, "an alternate stack that is in no window", names(NULL, NULL));
  other = (collect_walk_window){(uintptr_t)alternate, (uintptr_t)alternate + SIZE, alternate};
  interrupted();
  stack_is("from an alternate stack to the thread's", "leaf", "main", "leaf second_handler gsignal interrupted case_signals main");
  other = (collect_walk_window){0, 0, NULL};
  sigaltstack(&none, NULL);
}

static ucontext_t main_context, coroutine_context;
KEEP void coroutine(void) { sink += leaf(4); }
KEEP void case_coroutine(void) {
  enum { SIZE = 65536 };
  char *stack = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  getcontext(&coroutine_context);
  coroutine_context.uc_stack.ss_sp = stack;
  coroutine_context.uc_stack.ss_size = SIZE;
  coroutine_context.uc_link = &main_context;
  makecontext(&coroutine_context, coroutine, 0);
  other = (collect_walk_window){(uintptr_t)stack, (uintptr_t)stack + SIZE, stack};
  swapcontext(&main_context, &coroutine_context);
  other = (collect_walk_window){0, 0, NULL};
  stack_is("a coroutine's stack", "leaf", NULL, "leaf coroutine");
}

/* ---- threads ---- */

KEEP void *thread(void *arg) {
  stack_bounds(&stack_low, &stack_high);
  recursion(3);
  return arg;
}
static char cloned_stack[65536] __attribute__((aligned(16)));
KEEP int cloned(void *arg) {
  (void)arg;
  sink += leaf(6);
  return 0;
}
KEEP void case_threads(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  stack_is("a thread", "leaf", "thread", "leaf recursion thread");
  /* It uses this thread's variables, too: a vfork's child does so while its parent waits. */
  uintptr_t low = stack_low, high = stack_high;
  stack_low = (uintptr_t)cloned_stack, stack_high = stack_low + sizeof cloned_stack;
  int pid = clone(cloned, cloned_stack + sizeof cloned_stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
  waitpid(pid, NULL, 0);
  stack_low = low, stack_high = high;
  check(seen.why == COLLECT_WALK_OUTERMOST && !strncmp(names("leaf", NULL), "leaf cloned ", 12), "a thread by clone()", names(NULL, NULL));
}

/* A thread that sleeps is walked from here: its rbp is not known. */
static _Atomic int sleeper_id;
static int sleep_pipe[2];
KEEP int sleeping(int depth) {
  if (depth)
    return sleeping(depth - 1) + (int)(sink & 1);
  char c;
  return (int)read(sleep_pipe[0], &c, 1);
}
/* Its frame is found by rbp. */
KEEP int on_rbp(int n) {
  volatile char bytes[n + 8];
  bytes[0] = 1;
  return sleeping(3) + bytes[0];
}
KEEP void *sleeper(void *arg) {
  uintptr_t *bounds = arg;
  stack_bounds(&bounds[0], &bounds[1]);
  sink += sleeping(0); /* the first byte */
  sleeper_id = (int)syscall(SYS_gettid);
  sink += on_rbp(50 + zero);
  return arg;
}
KEEP void blocked(void) {
  pthread_t t;
  sleeper_id = 0;
  uintptr_t bounds[2];
  if (pipe(sleep_pipe) || write(sleep_pipe[1], "x", 1) != 1)
    exit(4);
  pthread_create(&t, NULL, sleeper, bounds);
  char path[64], line[256] = "";
  unsigned long sp = 0, pc = 0;
  for (int i = 0; i < 10000 && (!sleeper_id || sp == 0); i++) {
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)sleeper_id);
    int fd = open(path, O_RDONLY);
    ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : 0;
    line[n > 0 ? n : 0] = 0;
    close(fd);
    int left;
    /* Only the second read() waits: the pipe is empty. */
    if (sscanf(line, "0 %*x %*x %*x %*x %*x %*x %lx %lx", &sp, &pc) != 2 || ioctl(sleep_pipe[0], FIONREAD, &left) || left)
      sp = 0;
    usleep(1000);
  }
  static char copy[1 << 16];
  size_t size = bounds[1] - sp < sizeof copy ? bounds[1] - sp : sizeof copy;
  struct iovec here = {copy, size}, there = {(void *)sp, size};
  if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t)size)
    exit(5);
  collect_walk_from from = {.pc = pc, .sp = sp, .low = sp, .high = sp + size, .copy = copy};
  seen.n = collect_walk(&from, seen.frame, DEPTH, &seen.why);
  if (write(sleep_pipe[1], "x", 1) != 1)
    exit(4);
  pthread_join(t, NULL);
}
KEEP void case_blocked(void) {
  blocked();
#ifdef __SANITIZE_ADDRESS__ /* its read() is found by rbp */
  return;
#endif
  check(seen.why == COLLECT_WALK_BP_UNKNOWN && !strcmp(names("sleeping", NULL), "sleeping on_rbp") && count_of("sleeping") == 4,
        "a blocked thread, up to where rbp is needed", names(NULL, NULL));
}

/* ---- exceptions in flight ---- */

static unsigned unwinding, right_while_unwinding;
KEEP _Unwind_Reason_Code on_the_way(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *e,
    struct _Unwind_Context *c, void *arg) {
  (void)version, (void)class, (void)e, (void)c, (void)arg;
  leaf(5);
  unwinding++;
  right_while_unwinding += seen.why == COLLECT_WALK_OUTERMOST && !strcmp(names("on_the_way", "main"), arg);
  if (actions & _UA_END_OF_STACK || (unsigned)_Unwind_GetIP(c) == 1 || unwinding > 3)
    longjmp(back, 1);
  return _URC_NO_REASON;
}
static unsigned cleanups;
KEEP void cleanup(int *x) {
  leaf(*x);
  cleanups += seen.why == COLLECT_WALK_OUTERMOST;
}
KEEP int throwing(void) {
  static struct _Unwind_Exception e;
  _Unwind_ForcedUnwind(&e, on_the_way, "on_the_way _Unwind_ForcedUnwind throwing case_exception main");
  return (int)(sink++ & 1);
}
KEEP void *leaving(void *arg) {
  int local __attribute__((cleanup(cleanup))) = 1;
  stack_bounds(&stack_low, &stack_high);
  if (local + zero)
    pthread_exit(arg);
  return NULL;
}
KEEP void case_exception(void) {
  if (!setjmp(back))
    throwing();
  check(unwinding > 1 && right_while_unwinding == unwinding, "while an exception looks for its handler", names(NULL, NULL));
  pthread_t t;
  pthread_create(&t, NULL, leaving, NULL);
  pthread_join(t, NULL);
  check(cleanups == 1, "in a cleanup on the way", names(NULL, NULL));
}

/* ---- every instruction ---- */

/* Runs a function one instruction at a time. Whatever it calls, each walk must be complete, and end with the frames of those who called the function. */
static struct { uint64_t caller[16]; unsigned callers; unsigned long instructions, complete, known, wrong; char first[160]; } steps;

static void trapped(int sig, siginfo_t *info, void *context) {
  handler(sig, info, context);
  steps.instructions++;
  if (!steps.callers && !strcmp(name_of(seen.frame[0]), "stepped")) {
    steps.callers = seen.n - 1 < 16 ? seen.n - 1 : 16;
    memcpy(steps.caller, seen.frame + seen.n - steps.callers, 8 * (size_t)steps.callers);
  }
  if (!steps.callers || !strcmp(name_of(seen.frame[0]), "case_steps"))
    return;
  bool same = seen.n > steps.callers && !memcmp(seen.frame + seen.n - steps.callers, steps.caller, 8 * (size_t)steps.callers);
  steps.complete += seen.why == COLLECT_WALK_OUTERMOST && same;
  /* What no table of registers can say: the middle of longjmp. */
  bool known = seen.why == COLLECT_WALK_EXPRESSION;
  steps.known += known;
  if ((seen.why == COLLECT_WALK_OUTERMOST && same) || known)
    return;
  if (!steps.wrong++) {
    Dl_info i;
    uintptr_t pc = seen.frame[seen.n - 1] & COLLECT_WALK_ADDRESS;
    bool found = dladdr((void *)pc, &i);
    snprintf(steps.first, sizeof steps.first, "%s, %u frames, at %s, the last at %s %s+%lx", collect_walk_end_text(seen.why), seen.n,
        name_of(seen.frame[0]), found ? i.dli_fname : "?",
             found && i.dli_sname ? i.dli_sname : "?", found ? (unsigned long)(pc - (uintptr_t)(found && i.dli_saddr ? i.dli_saddr : i.dli_fbase)) : 0);
  }
}
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
KEEP void jumps_back(void) { longjmp(back, 1); }
KEEP int aligned_without_leaf(int n) {
  _Alignas(64) volatile char block[64];
  volatile char *bytes = alloca((size_t)n + 10);
  block[0] = bytes[1] = (char)n;
  return block[0] + bytes[1];
}
/* Its frame is found by rbp, which the realigned one must give back also where it has restored it already. */
KEEP int on_rbp_above_aligned(int n) {
  volatile char bytes[n];
  bytes[1] = 1;
  return aligned_without_leaf(n) + bytes[1];
}
static char many[3000], others[3000];
KEEP int stepped(void) {
  struct timespec t;
  int order[] = {5, 3, 8, 1, 9, 2};
  char text[200];
  clock_gettime(CLOCK_MONOTONIC, &t); /* the kernel's own object */
  qsort(order, 6, sizeof *order, by_value);
  snprintf(text, sizeof text, "%d %s %x", order[0], "text", order[1]); /* no %g: tables of libc's functions for long numbers are wrong */
  memcpy(many, others, sizeof many - (size_t)zero);
  memset(others, 1, sizeof others - (size_t)zero);
  long l = strtol("-1234", NULL, 0);
  free(malloc(100 + (size_t)zero));
  if (!setjmp(back))
    jumps_back();
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return on_rbp_above_aligned(30 + zero) + (int)strlen(text) + (l > 1) + (int)getppid();
}
KEEP void case_steps(void) {
  struct sigaction s = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &s, NULL);
  __asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" ::: "cc", "memory");
  sink += stepped();
  __asm__ volatile("pushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq" ::: "cc", "memory");
  printf("# %lu instructions: %lu complete, %lu without a frame\n", steps.instructions, steps.complete, steps.known);
  check(steps.complete > 2000 && !steps.wrong, "at each instruction of a function and of what it calls", steps.first);
  check(steps.known < 20, "few instructions have no frame", "");
}

/* ---- damaged stacks, forks ---- */

KEEP void case_garbage(int rounds) {
  /* What is behind the second window cannot be read. */
  enum { WORDS = 4096, BYTES = 8 * WORDS };
  uintptr_t *words = mmap(NULL, BYTES + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(words + WORDS, 4096, PROT_NONE);
  unsigned seed = 1, longest = 0;
  for (int i = 0; i < rounds; i++) {
    for (unsigned k = 0; k < 4096; k++) {
      uintptr_t random = (uintptr_t)rand_r(&seed) << 20 ^ (uintptr_t)rand_r(&seed);
      /* Return addresses in the program and the C library, places on the stack, small numbers, anything. */
      words[k] = k % 5 == 0 ? (uintptr_t)leaf + random % 8192 - 4096 : k % 5 == 1 ? (uintptr_t)qsort + random % 65536 :
          k % 5 == 2 ? 0x10000 + random % 32768 : k % 5 == 3 ? random % 100 : random << 7;
    }
    collect_walk_from from = {.pc = words[0], .sp = 0x10000 + (uintptr_t)(rand_r(&seed) % 32768), .bp = 0x10000 + (uintptr_t)(rand_r(&seed) % 32768),
        .bp_known = i % 2,
                              .low = 0x10000, .high = 0x10000 + BYTES / 2, .copy = (const char *)words,
                              .other = {0x10000 + BYTES / 2, 0x10000 + BYTES, (const char *)(words + WORDS / 2)}};
    seen.n = collect_walk(&from, seen.frame, DEPTH, &seen.why);
    longest = seen.n > longest ? seen.n : longest;
    if (!seen.n || seen.n > DEPTH || seen.why >= COLLECT_WALK_ENDS)
      exit(9);
  }
  check(longest > 2, "stacks of random words", "");
  unsigned beyond = 0;
  for (unsigned at = 0; at < 128; at++)
    for (unsigned left = 8; left < 256; left += 8) {
      collect_walk_from from = {.pc = (uintptr_t)recursion + at, .sp = 0x10000 + BYTES - left, .bp = 0x10000 + BYTES - left, .bp_known = true,
          .low = 0x10000, .high = 0x10000 + BYTES, .copy = (const char *)words};
      collect_walk(&from, seen.frame, DEPTH, &seen.why);
      beyond += seen.why == COLLECT_WALK_OUT_OF_STACK;
    }
  check(beyond > 100, "frames at the end of a window", "");
}
KEEP void case_fork(void) {
  int pid = fork(), status = 1;
  if (!pid) {
    seen.n = 0;
    recursion(3);
    collect_unwind_changed();
    _exit(seen.why != COLLECT_WALK_OUTERMOST || count_of("recursion") != 4);
  }
  waitpid(pid, &status, 0);
  check(!status, "in a forked child", "");
}

/* Arguments: "uncopied", if tables of libraries must not be copied, or another word; three libraries with a function through(), the third without
** tables; how often to load them. */
KEEP int main(int argc, char **argv) {
  stack_bounds(&stack_low, &stack_high);
  if (argc > 1 && !strcmp(argv[1], "uncopied"))
    collect_image_room = 0;
  if (!collect_unwind_begin())
    return 3;
  struct sigaction s = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &s, NULL);
  case_frames();
  case_signals();
  case_coroutine();
  case_threads();
  case_blocked();
  case_exception();
  case_steps();
  if (argc < 6)
    return 2;
  int rounds = atoi(argv[5]);
  case_no_table(argv[4]);
  case_objects(argv[2], argv[3]);
  case_unloading(argv[2], argv[3], rounds);
  case_garbage(10 * rounds);
  case_fork();
  return 0;
}
