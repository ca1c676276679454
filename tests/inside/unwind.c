/* Walks of known stacks (walk.h): each case makes a stack whose functions it knows, and compares the walk with it.
**
** A stack is written as the names of its functions, innermost first. The functions of interest are external and not inlined, so that dladdr() finds them
** by the dynamic symbol table (-rdynamic). */
#include <alloca.h>
#include <dlfcn.h>
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
#include <ucontext.h>
#include <unistd.h>
#include "image.h"
#include "walk.h"

#define KEEP __attribute__((noinline, noclone, used, visibility("default")))
enum { DEPTH = 128 };

static void check(bool good, const char *what, const char *detail) {
  printf("%s %s", good ? "ok" : "not ok", what);
  if (!good)
    printf(": %s", detail);
  putchar('\n');
}

/* The stack that was walked last. */
static struct { uint64_t frame[DEPTH]; unsigned n; uint8_t why; } seen;

static const char *name_of(uint64_t frame) {
  Dl_info i;
  uintptr_t address = collect_walk_lookup(frame);
  return dladdr((void *)address, &i) && i.dli_sname ? i.dli_sname : "?";
}

/* Names of the frames from `first` (NULL: the innermost) to `last` (NULL: the outermost), each once in a row, without those of functions that no table of
** symbols names. */
static const char *names(const char *first, const char *last) {
  static char text[8192];
  const char *before = "";
  size_t n = 0;
  text[0] = 0;
  for (unsigned i = 0; i < seen.n; i++) {
    const char *name = name_of(seen.frame[i]);
    if (first && strcmp(name, first))
      continue;
    first = NULL;
    if (strcmp(name, "?") && strcmp(name, before))
      n += (size_t)snprintf(text + n, n < sizeof text ? sizeof text - n : 0, "%s%s", n ? " " : "", before = name);
    if (last && !strcmp(name, last))
      break;
  }
  return text;
}
static unsigned count_of(const char *name) {
  unsigned n = 0;
  for (unsigned i = 0; i < seen.n; i++)
    n += !strcmp(name_of(seen.frame[i]), name);
  return n;
}

/* Checks the names of the stack that was walked last, and that it is complete. */
static void stack_is(const char *what, const char *first, const char *last, const char *wanted) {
  const char *got = names(first, last);
  bool complete = seen.why == COLLECT_WALK_OUTERMOST;
  check(complete && !strcmp(got, wanted), what, complete ? got : collect_walk_end_text(seen.why));
}

static void stack_bounds(uintptr_t *low, uintptr_t *high) {
  pthread_attr_t a;
  void *start;
  size_t size;
  pthread_getattr_np(pthread_self(), &a);
  pthread_attr_getstack(&a, &start, &size);
  pthread_attr_destroy(&a);
  *low = (uintptr_t)start;
  *high = *low + size;
}

static __thread uintptr_t stack_low, stack_high;

/* A handler that walks what it interrupted. `other`: a second window. */
static __thread collect_walk_window other;
static void handler(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)info;
  const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  collect_walk_from from = {.pc = (uintptr_t)r[REG_RIP], .sp = (uintptr_t)r[REG_RSP], .bp = (uintptr_t)r[REG_RBP], .bp_known = true,
                            .low = stack_low, .high = stack_high, .copy = (const char *)stack_low, .other = other, .registers = r};
  seen.n = collect_walk(&from, seen.frame, DEPTH, &seen.why);
}

static volatile unsigned sink; /* wraps */
static int (*volatile raise_signal)(int) = raise; /* glibc declares that raise() calls nothing of this file */
static int zero; /* the compiler does not know its value */

KEEP int leaf(int x) {
  raise_signal(SIGUSR1);
  sink += (unsigned)x;
  return x;
}

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
  return aligned_without_leaf(30 + zero) + (int)strlen(text) + (l > 1) + (int)getppid();
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

/* ---- code without tables ---- */

typedef int through_fn(int (*f)(int), int x);
static through_fn *through_of(void *library) {
  through_fn *f = (through_fn *)dlsym(library, "through");
  if (!f)
    exit(6);
  return f;
}
KEEP void case_no_table(const char *library) {
  static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf8, 0x89, 0xf7, 0xff, 0xd0, 0x5d, 0xc3}; /* through(), with a frame pointer */
  void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(p, code, sizeof code);
  sink += ((through_fn *)p)(leaf, 1);
  stack_is("code that was made at run time", "leaf", "main", "leaf case_no_table main");
  check(seen.n > 6 && count_of("?") >= 2, "code that was made at run time: its frame", names(NULL, NULL));
  static const unsigned char odd[] = {0x55, 0x48, 0xc7, 0xc5, 0x03, 0x00, 0x00, 0x00, 0x48, 0x89, 0xf8, 0x89, 0xf7, 0xff, 0xd0, 0x5d, 0xc3}; /* rbp = 3 */
  memcpy(p, odd, sizeof odd);
  sink += ((through_fn *)p)(leaf, 1);
  check(seen.why == COLLECT_WALK_NO_TABLE && !strcmp(names("leaf", NULL), "leaf"), "code without frame pointer", names(NULL, NULL));
  memset((char *)p + 4, 0, 4); /* rbp = 0: the start of a thread */
  sink += ((through_fn *)p)(leaf, 1);
  check(seen.why == COLLECT_WALK_OUTERMOST && !strcmp(names("leaf", NULL), "leaf"), "code without frame pointer, at the start of a thread", names(NULL, NULL));
  munmap(p, 4096);
  void *l = dlopen(library, RTLD_NOW);
  collect_unwind_changed();
  sink += through_of(l)(leaf, 1);
  stack_is("an object without tables", "leaf", "main", "leaf through case_no_table main");
  dlclose(l);
  collect_unwind_changed();
}

/* ---- objects ---- */

static uint32_t number_of(const void *address) {
  uint32_t number = UINT32_MAX;
  uint64_t offset;
  return collect_unwind_module((uintptr_t)address, &number, &offset) ? number : UINT32_MAX;
}
static char *copied(const char *path, const char *suffix) {
  char *to = malloc(strlen(path) + 20), command[4096];
  sprintf(to, "%s%s", path, suffix);
  snprintf(command, sizeof command, "cp '%s' '%s'", path, to);
  return system(command) ? NULL : to;
}
KEEP void case_objects(const char *one, const char *two) {
  collect_unwind_about a;
  uint64_t offset;
  uint32_t number;
  Dl_info here;
  dladdr((void *)leaf, &here);
  check(collect_unwind_module((uintptr_t)leaf, &number, &offset) && number == 0 && offset == (uintptr_t)leaf - (uintptr_t)here.dli_fbase,
      "the program is object 0", "");
  char self[4096] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
    exit(7);
  check(collect_unwind_module_about(0, &a) && !strcmp(a.path, self) && a.build_id_size == 20 && a.loaded && a.base == (uintptr_t)here.dli_fbase,
      "the program's path and build id", a.path);
  bool kernel = false;
  for (uint32_t i = 0; i < collect_unwind_modules(); i++)
    kernel |= collect_unwind_module_about(i, &a) && !strcmp(a.path, "linux-vdso.so.1") && a.build_id_size > 0;
  check(kernel, "the kernel's own object", "");
  check(!collect_unwind_module_about(collect_unwind_modules(), &a), "no such object", "");
  int local;
  check(number_of(&local) == UINT32_MAX, "the stack is no object", "");

  void *l = dlopen(one, RTLD_NOW);
  through_fn *f = through_of(l);
  number = number_of((void *)f);
  check(number == UINT32_MAX || (collect_unwind_module_about(number, &a) && !a.loaded), "an object is not known before the list is read again", "");
  collect_unwind_changed();
  number = number_of((void *)f);
  check(number != UINT32_MAX && collect_unwind_module_about(number, &a) && !strcmp(a.path, one) && a.loaded, "a new object", a.path);
  sink += f(leaf, 1);
  stack_is("through a library that was loaded later", "leaf", "main", "leaf through case_objects main");
  dlclose(l);
  if (!collect_image_room) {
    /* The table is gone, and nothing of that is kept. */
    uint64_t frame;
    uint8_t why[2];
    uintptr_t word = 0;
    collect_walk_from from = {.pc = (uintptr_t)f + 1, .sp = (uintptr_t)&word, .low = (uintptr_t)&word, .high = (uintptr_t)(&word + 1),
        .copy = (const char *)&word};
    collect_walk(&from, &frame, 1, &why[0]);
    l = dlopen(one, RTLD_NOW);
    collect_walk(&from, &frame, 1, &why[1]);
    check(why[0] == COLLECT_WALK_UNMAPPED && (through_of(l) != f || why[1] != COLLECT_WALK_UNMAPPED), "a table that is gone, and comes back",
        collect_walk_end_text(why[0]));
    dlclose(l);
  }
  collect_unwind_changed();
  check(collect_unwind_module_about(number, &a) && !a.loaded && number_of((void *)f) == number, "an object that was unloaded is still known", "");
  void *l2 = dlopen(two, RTLD_NOW);
  collect_unwind_changed();
  uint32_t second = number_of((void *)through_of(l2));
  check(second != number && second != UINT32_MAX, "another object has another number", "");
  dlclose(l2);
  l = dlopen(one, RTLD_NOW);
  collect_unwind_changed();
  if (through_of(l) == f)
    check(number_of((void *)f) == number, "the same object at the same place has its number again", "");
  dlclose(l);

  /* A file that is gone, by a relative path. */
  char *gone = copied(one, ".gone"), *slash = strrchr(gone, '/'), relative[4096];
  *slash = 0;
  if (chdir(gone))
    exit(8);
  snprintf(relative, sizeof relative, "./%s", slash + 1);
  l = dlopen(relative, RTLD_NOW);
  *slash = '/';
  unlink(gone);
  collect_unwind_changed();
  check(collect_unwind_module_about(number_of((void *)through_of(l)), &a) && !strcmp(a.path, gone), "a file that was removed, opened by a relative path",
      a.path);
  sink += through_of(l)(leaf, 1);
  stack_is("through a file that was removed", "leaf", "main", "leaf through case_objects main");
  dlclose(l);
  collect_unwind_changed();
}

/* Threads walk the same copy of a stack again and again, while the library that it goes through is loaded and unloaded, at this place and at others. */
static struct { char bytes[1 << 14]; collect_walk_from from; } kept;
static _Atomic bool ready, over;
static _Atomic unsigned long walks, whole, cut, wrong;
static uint64_t true_frames[DEPTH];
static unsigned true_count;

static void stack_keep(int sig, siginfo_t *info, void *context) {
  handler(sig, info, context);
  const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  uintptr_t low = (uintptr_t)r[REG_RSP] & ~(uintptr_t)7;
  size_t size = stack_high - low < sizeof kept.bytes ? stack_high - low : sizeof kept.bytes;
  if (process_vm_readv(getpid(), &(struct iovec){kept.bytes, size}, 1, &(struct iovec){(void *)low, size}, 1, 0) != (ssize_t)size)
    exit(10);
  kept.from = (collect_walk_from){.pc = (uintptr_t)r[REG_RIP], .sp = (uintptr_t)r[REG_RSP], .bp = (uintptr_t)r[REG_RBP], .bp_known = true, .low = low,
      .high = low + size, .copy = kept.bytes};
  memcpy(true_frames, seen.frame, sizeof true_frames);
  true_count = seen.n;
}
static void *walker(void *arg) {
  unsigned seed = (unsigned)(uintptr_t)arg;
  free(malloc(1)); /* now, what a thread maps does not take the library's place later */
  while (!ready)
    usleep(1000);
  while (!over) {
    uint64_t frames[DEPTH];
    uint8_t why;
    unsigned n = collect_walk(&kept.from, frames, DEPTH, &why);
    /* What can be walked is walked right. Where the library is not there, or another one is, the walk may end or follow the frame pointer. */
    if (n == true_count && !memcmp(frames, true_frames, 8 * (size_t)n))
      whole++;
    else if (memcmp(frames, true_frames, 8 * 3) || why >= COLLECT_WALK_ENDS)
      wrong++;
    else
      cut++;
    walks++;
    /* An address anywhere in the objects: tables are looked at without a stack. */
    collect_walk_from from = kept.from;
    from.pc = kept.from.pc + (uintptr_t)(rand_r(&seed) % (1 << 22)) - (1 << 21);
    collect_walk(&from, frames, DEPTH, &why);
    collect_unwind_module(from.pc, &(uint32_t){0}, &(uint64_t){0});
  }
  return NULL;
}
KEEP void case_unloading(const char *one, const char *two, int rounds) {
  struct sigaction s = {.sa_sigaction = stack_keep, .sa_flags = SA_SIGINFO}, before;
  pthread_t t[2];
  for (uintptr_t i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, walker, (void *)(i + 1));
  usleep(20000);
  void *l = dlopen(one, RTLD_NOW);
  collect_unwind_changed();
  sigaction(SIGUSR1, &s, &before);
  sink += through_of(l)(leaf, 1);
  sigaction(SIGUSR1, &before, NULL);
  dlclose(l);
  ready = true;
  /* Between the loads, other things take the place. */
  for (int i = 0; i < rounds; i++) {
    void *other_library = i % 3 ? NULL : dlopen(two, RTLD_NOW);
    l = dlopen(one, RTLD_NOW);
    if (i % 2)
      collect_unwind_changed();
    sink += through_of(l)(leaf, 1);
    if (i % 2 && seen.why != COLLECT_WALK_OUTERMOST)
      wrong++;
    dlclose(l);
    if (other_library)
      dlclose(other_library);
    collect_unwind_changed();
  }
  l = dlopen(one, RTLD_NOW);
  collect_unwind_changed();
  for (unsigned long until = walks + 100; walks < until;)
    usleep(100);
  over = true;
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("# %lu walks: %lu whole, %lu cut; %u objects\n", walks, whole, cut, collect_unwind_modules());
  check(walks > 200 && whole && cut && !wrong, "walks while a library is loaded and unloaded", "");
  check(collect_unwind_modules() < 200, "the same object at the same place takes no number", "");
  dlclose(l);
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
