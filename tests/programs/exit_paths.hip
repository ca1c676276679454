/* A victim for each way in which a process can end, fork or be replaced; one mode in each run. Its output and exit code must be
** the same with and without the collector.
**
**   return exit _exit quick_exit abort     after GPU work, with a thread that never ends
**   pthread_exit   the main thread ends, another never does: prints "main has ended"
**                  and "still working", and waits to be killed
**   exec           executes itself with mode return
**   fork           without exec: parent and child go on, with calls that need no GPU
**   raw_fork       the same by the system call, which no library notices
**   vfork spawn system    children made by vfork + exec, posix_spawn, system()
**   daemon FILE    forks, closes every descriptor, works; writes the result to FILE
**   close_fds FILE works, closes every descriptor, works again; writes the result to FILE
**   signal         a timer's signal handler calls HIP while the program does
**   longjmp        leaves a callback of the runtime by longjmp, many times
**   threads        many short threads, whose key destructors call HIP
**   callback       host functions in a stream that call HIP's error functions */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <vector>
#include "check.h"

__global__ void add_one(unsigned *p) { atomicAdd(p, 1u); }
struct add_args { unsigned *p; };
STAND_IN(_Z7add_onePj, add_args) { __atomic_fetch_add(args.p, 1, __ATOMIC_RELAXED); }

/* HIP 5.2 crashes when its first calls come from two threads at once. */
static void initialise() {
  int count;
  CHECK(hipGetDeviceCount(&count));
}

/* Does some GPU work, and returns the number of kernels that ran. */
static unsigned work(int launches) {
  unsigned *device, *host, sum;
  hipStream_t stream;
  hipEvent_t done;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipMalloc((void **)&device, 4096));
  CHECK(hipHostMalloc((void **)&host, 4096, 0));
  CHECK(hipMemsetAsync(device, 0, 4096, stream));
  for (int i = 0; i < launches; i++)
    add_one<<<1, 1, 0, stream>>>(device);
  CHECK(hipMemcpyAsync(host, device, 4096, hipMemcpyDeviceToHost, stream));
  /* Does not use hipStreamSynchronize: in HIP 5.2 it may return at once while another thread waits for the whole device, as hipFree
  ** does. */
  CHECK(hipEventCreateWithFlags(&done, hipEventDisableTiming));
  CHECK(hipEventRecord(done, stream));
  CHECK(hipEventSynchronize(done));
  sum = *host;
  CHECK(hipEventDestroy(done));
  CHECK(hipHostFree(host));
  CHECK(hipFree(device));
  CHECK(hipStreamDestroy(stream));
  return sum;
}

static void say(const char *text) {
  puts(text);
  fflush(stdout);
}

static void say_work(const char *who) {
  printf("%s: %u kernels\n", who, work(100));
  fflush(stdout);
}

/* Makes calls that are allowed in a forked child. */
static void say_cpu(const char *who) {
  int count = 0;
  hipError_t e = hipGetDeviceCount(&count);
  printf("%s: %s, %d, %s\n", who, hipGetErrorName(e), count, hipGetErrorName(hipErrorInvalidValue));
  fflush(stdout);
}

static void say_status(const char *who, int status) {
  printf("%s: %s %d\n", who, WIFEXITED(status) ? "exit" : "signal", WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
  fflush(stdout);
}

static void wait_for(pid_t child, const char *who) {
  int status;
  REQUIRE(waitpid(child, &status, 0) == child);
  say_status(who, status);
}

static char self[] = "/proc/self/exe", mode_return[] = "return";
static char *const self_arguments[] = {self, mode_return, nullptr};

/* ---- ends ---- */

static void wait_forever() {
  for (;;)
    pause();
}

static void *work_forever(void *main_thread) {
  pthread_join(*(pthread_t *)main_thread, nullptr);
  say("main has ended");
  say_work("thread");
  say("still working");
  for (int i = 0;; i++) {
    REQUIRE(work(3) == 3);
    usleep(10000);
  }
  return nullptr;
}

static void end_main() {
  static pthread_t main_thread;
  pthread_t t;
  main_thread = pthread_self();
  say_work("main");
  REQUIRE(!pthread_create(&t, nullptr, work_forever, &main_thread));
  alarm(120);
  pthread_exit(nullptr);
}

/* ---- children ---- */

static void fork_both(bool raw) {
  say_work("before");
  pid_t child = raw ? (pid_t)syscall(SYS_fork) : fork();
  REQUIRE(child >= 0);
  if (!child) {
    for (int i = 0; i < 100; i++)
      (void)hipGetErrorName(hipErrorUnknown);
    say_cpu("child");
    if (raw)
      _exit(7);
    exit(7);
  }
  wait_for(child, "child");
  say_cpu("parent");
  say_work("parent");
}

static void vfork_exec() {
  say_work("before");
  pid_t child = vfork();
  if (!child) {
    execv(self, self_arguments);
    _exit(127);
  }
  wait_for(child, "child");
  say_work("parent");
}

static void spawn() {
  say_work("before");
  pid_t child;
  REQUIRE(!posix_spawn(&child, self, nullptr, nullptr, self_arguments, environ));
  wait_for(child, "child");
  say_work("parent");
}

static void shell() {
  say_work("before");
  say_status("shell", system("exit 3"));
  say_work("parent");
}

/* ---- descriptors ---- */

static void close_all() {
  for (int fd = 0; fd < 1024; fd++)
    close(fd);
}

static void write_result(const char *path, unsigned sum) {
  std::string partial = std::string(path) + ".part";
  int fd = open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0)
    _exit(5);
  dprintf(fd, "%u kernels\n", sum);
  close(fd);
  rename(partial.c_str(), path);
}

static void daemonise(const char *path) {
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child)
    return;
  setsid();
  close_all();
  write_result(path, work(100));
  exit(0);
}

/* ---- inside the runtime ---- */

static void on_signal(int) {
  int saved = errno;
  (void)hipGetErrorName(hipErrorUnknown);
  (void)hipPeekAtLastError();
  errno = saved;
}

static void signals() {
  CHECK(hipFree(nullptr)); /* starts the runtime before the first signal */
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  itimerval every = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &every, nullptr);
  unsigned sum = 0;
  for (int i = 0; i < 20; i++)
    sum += work(200);
  itimerval never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
  printf("signals: %u kernels\n", sum);
}

static jmp_buf back;
static hsa_status_t jump(hsa_agent_t, void *) { longjmp(back, 1); }

static void jumps() {
  REQUIRE(hsa_init() == HSA_STATUS_SUCCESS);
  volatile int count = 0;
  for (volatile int i = 0; i < 1000; i++)
    if (setjmp(back))
      count = count + 1;
    else
      hsa_iterate_agents(jump, nullptr);
  printf("%d jumps\n", count);
  say_work("after");
}

static pthread_key_t key;
static std::atomic<int> destroyed;
static void on_thread_end(void *) {
  int device = -1;
  if (hipGetDevice(&device) == hipSuccess && device == 0)
    destroyed++;
}

static void short_threads() {
  initialise();
  REQUIRE(!pthread_key_create(&key, on_thread_end));
  std::atomic<unsigned> sum{0};
  for (int r = 0; r < 10; r++) {
    std::vector<std::thread> all;
    for (int i = 0; i < 8; i++)
      all.emplace_back([&] {
        pthread_setspecific(key, &key);
        sum += work(10);
      });
    for (std::thread &t : all)
      t.join();
  }
  printf("threads: %u kernels, %d destructors\n", (unsigned)sum, (int)destroyed);
}

static std::atomic<int> called;
static void on_stream(hipStream_t, hipError_t status, void *) {
  if (!strcmp(hipGetErrorName(status), "hipSuccess"))
    called++;
}

static void callbacks() {
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  for (int i = 0; i < 50; i++)
    CHECK(hipStreamAddCallback(stream, on_stream, nullptr, 0));
  CHECK(hipStreamSynchronize(stream));
  for (int i = 0; i < 2000 && called < 50; i++)
    usleep(1000);
  printf("callbacks: %d\n", (int)called);
  say_work("after");
}

static void run(const char *mode, const char *file) {
  auto is = [mode](const char *name) { return !strcmp(mode, name); };
  if (is("return") || is("exit") || is("_exit") || is("quick_exit") || is("abort")) {
    say_work(mode);
    std::thread(wait_forever).detach();
    is("exit") ? exit(3) : is("_exit") ? _exit(4) : is("quick_exit") ? quick_exit(5) : is("abort") ? abort() : (void)0;
  } else if (is("pthread_exit"))
    end_main();
  else if (is("exec")) {
    say_work("before");
    execv(self, self_arguments);
  } else if (is("fork") || is("raw_fork"))
    fork_both(is("raw_fork"));
  else if (is("vfork"))
    vfork_exec();
  else if (is("spawn"))
    spawn();
  else if (is("system"))
    shell();
  else if (is("daemon") && file)
    daemonise(file);
  else if (is("close_fds") && file) {
    unsigned sum = work(10);
    close_all();
    write_result(file, sum + work(90));
  } else if (is("signal"))
    signals();
  else if (is("longjmp"))
    jumps();
  else if (is("threads"))
    short_threads();
  else if (is("callback"))
    callbacks();
  else {
    fprintf(stderr, "exit_paths: unknown mode %s\n", mode);
    exit(2);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "exit_paths: expected a mode\n");
    return 2;
  }
  run(argv[1], argc > 2 ? argv[2] : nullptr);
  return 0;
}
