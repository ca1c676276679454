/* For test programs that state what a trace of them must show. A program counts its calls, dispatches and copies as it makes
** them, and prints the counts at its end, as JSON lines on stdout:
**
**   {"kind":"call","name":"hipMalloc","tid":17,"count":3}
**   {"kind":"dispatch","name":"_Z4tinyPj","api":"hipLaunchKernel","tid":17,"device":0,"stream":2,
**    "grid":[256,1,1],"workgroup":[64,1,1],"lds":0,"count":5}
**   {"kind":"copy","direction":"HOST_TO_DEVICE","api":"hipMemcpyAsync","tid":17,"device":0,"stream":1,
**    "bytes":4096,"count":2}
**   {"kind":"total","name":"calls","count":123}              also dispatches, copies
**
** Names of kernels are mangled, as in the code object. Grids count work-items. Streams are numbered in the order of the process's
** hipStreamCreate calls, from 1; 0 is the null stream, -1 a stream that HIP chooses. tid is the thread that made the call.
** Built-in kernels (fills, copies on the device, gwsInit) are dispatches, too. Not counted are the calls that the compiler adds
** before and after main (__hipRegister..., __hipUnregister...). */
#ifndef EXPECT_H
#define EXPECT_H
#include "check.h"

struct expectations {
  std::map<std::string, uint64_t> line; /* everything of a line except the count */
  uint64_t calls = 0, dispatches = 0, copies = 0;
};

static std::mutex expect_lock;
static expectations expect_all;

/* Each thread counts for itself. Its counts are added to the total when it ends. */
struct expect_thread {
  expectations mine;
  int tid = my_tid();
  std::map<const char *, uint64_t> call; /* the key is the literal's address, which is cheap */
  ~expect_thread() { flush(); }
  void flush() {
    for (auto &c : call) {
      /* The literal is the text of the call; the name ends at the parenthesis. */
      std::string text = c.first, name = text.substr(0, text.find('('));
      mine.line["{\"kind\":\"call\",\"name\":\"" + name + "\",\"tid\":" + std::to_string(tid)] += c.second;
      mine.calls += c.second;
    }
    std::lock_guard<std::mutex> guard(expect_lock);
    for (auto &l : mine.line)
      expect_all.line[l.first] += l.second;
    expect_all.calls += mine.calls;
    expect_all.dispatches += mine.dispatches;
    expect_all.copies += mine.copies;
    call.clear();
    mine = expectations();
  }
};
static thread_local expect_thread expected;

/* A HIP call, counted and checked. */
#define CALL(expression) (expected.call[#expression]++, CHECK(expression))
/* The same for hiprtc, and for calls with no result worth checking. */
#define CALL_RTC(expression) (expected.call[#expression]++, REQUIRE_RTC(expression))
#define COUNT_CALL(name) (expected.call[name]++)
static inline void REQUIRE_RTC(int result) { REQUIRE(result == 0); }

/* kernel<<<...>>> makes three calls of the runtime. */
#define LAUNCH(...)                            \
  do {                                         \
    COUNT_CALL("__hipPushCallConfiguration(");  \
    COUNT_CALL("__hipPopCallConfiguration(");   \
    COUNT_CALL("hipLaunchKernel(");             \
    __VA_ARGS__;                               \
    CHECK_LAUNCH();                            \
  } while (0)
static inline void CHECK_LAUNCH() {
  expected.call["hipGetLastError("]++;
  check_hip(hipGetLastError(), "launch", "", 0);
}

static inline void expect_dispatch(const char *name, const char *api, int device, int stream, dim3 groups, dim3 group,
                                   unsigned lds, uint64_t count = 1) {
  char line[1024];
  snprintf(line, sizeof line,
           "{\"kind\":\"dispatch\",\"name\":\"%s\",\"api\":\"%s\",\"tid\":%d,\"device\":%d,\"stream\":%d,"
           "\"grid\":[%u,%u,%u],\"workgroup\":[%u,%u,%u],\"lds\":%u",
           name, api, expected.tid, device, stream, groups.x * group.x, groups.y * group.y, groups.z * group.z, group.x,
           group.y, group.z, lds);
  expected.mine.line[line] += count;
  expected.mine.dispatches += count;
}

static inline void expect_copy(const char *direction, const char *api, int device, int stream, size_t bytes, uint64_t count = 1) {
  char line[512];
  snprintf(line, sizeof line,
           "{\"kind\":\"copy\",\"direction\":\"%s\",\"api\":\"%s\",\"tid\":%d,\"device\":%d,\"stream\":%d,\"bytes\":%zu",
           direction, api, expected.tid, device, stream, bytes);
  expected.mine.line[line] += count;
  expected.mine.copies += count;
}

/* Call it in the main thread, when the others have ended. */
static inline void expect_print() {
  expected.flush();
  for (auto &l : expect_all.line)
    printf("%s,\"count\":%llu}\n", l.first.c_str(), (unsigned long long)l.second);
  printf("{\"kind\":\"total\",\"name\":\"calls\",\"count\":%llu}\n", (unsigned long long)expect_all.calls);
  printf("{\"kind\":\"total\",\"name\":\"dispatches\",\"count\":%llu}\n", (unsigned long long)expect_all.dispatches);
  printf("{\"kind\":\"total\",\"name\":\"copies\",\"count\":%llu}\n", (unsigned long long)expect_all.copies);
}

#endif
