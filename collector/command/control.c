/* The control page of a recorded process: see "CONTROL" in rocz.h. */
#include "command.h"
#include "rocz.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAPS_MOST (64 << 20)
#define ANSWER_SECONDS 10

bool collect_process_is_alive(pid_t pid) {
  char *path = collect_printed("/proc/%ld/stat", (long)pid), *text = collect_file_read(path, 4096);
  const char *state = text ? strrchr(text, ')') : NULL;
  bool alive = state && !strchr("ZX", state[2]);
  free(text);
  free(path);
  return alive;
}

/* ---- which process is meant ---- */

static bool is_recorder(pid_t pid) {
  char *path = collect_printed("/proc/%ld/exe", (long)pid);
  bool is = collect_is_this_program(path);
  free(path);
  return is;
}

/* The program that rocpd-record runs: its first child that is not this program again. */
static pid_t recorded_by(pid_t pid) {
  char *path = collect_printed("/proc/%ld/task/%ld/children", (long)pid, (long)pid), *text = collect_file_read(path, 65536);
  pid_t found = 0;
  for (char *at = text, *end; at && !found; at = end) {
    long child = strtol(at, &end, 10);
    if (end == at)
      break;
    found = is_recorder((pid_t)child) ? 0 : (pid_t)child;
  }
  free(text);
  free(path);
  return found;
}

/* ---- its live file ---- */

/* The process's number in its own PID name space. */
static uint32_t number_inside(pid_t pid) {
  char *path = collect_printed("/proc/%ld/status", (long)pid), *text = collect_file_read(path, 65536), *numbers = text ? collect_field(text, "NSpid") : NULL;
  const char *last = numbers ? strrchr(numbers, '\t') : NULL;
  uint32_t inside = numbers ? (uint32_t)strtoul(last ? last + 1 : numbers, NULL, 10) : 0;
  free(numbers);
  free(text);
  free(path);
  return inside ? inside : (uint32_t)pid;
}

/* Checks the number in the file: a forked child may still map its parent's file. */
static bool is_live_file(const char *path, uint32_t inside) {
  uint32_t pid = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool is = fd >= 0 && pread(fd, &pid, sizeof pid, offsetof(rocz_live, pid)) == (ssize_t)sizeof pid && pid == inside;
  if (fd >= 0)
    close(fd);
  return is;
}

/* The path in a line of /proc/PID/maps, if it ends in `end`. NULL: it does not. The caller frees it. */
static char *mapped_path(const char *line, size_t n, const char *end) {
  const char *slash = memchr(line, '/', n);
  size_t size = slash ? n - (size_t)(slash - line) : 0, m = strlen(end);
  return size >= m && !memcmp(slash + size - m, end, m) ? collect_printed("%.*s", (int)size, slash) : NULL;
}

static bool live_find(const char *maps, collect_process *p) {
  uint32_t inside = number_inside(p->pid);
  for (const char *line = maps; *line; line += strcspn(line, "\n"), line += *line != 0) {
    char *name = mapped_path(line, strcspn(line, "\n"), ".rocz.live");
    char *candidate[] = {name ? collect_printed("/proc/%ld/root%s", (long)p->pid, name) : NULL, name ? collect_printed("%s", name) : NULL};
    for (int i = 0; i < 2 && candidate[i] && !p->live; i++)
      if (is_live_file(candidate[i], inside)) {
        p->live = collect_printed("%s", candidate[i]);
        p->file = collect_printed("%.*s", (int)(strlen(name) - strlen(".live")), name);
      }
    free(candidate[0]);
    free(candidate[1]);
    free(name);
    if (p->live)
      return true;
  }
  return false;
}

static bool has_collector(const char *maps) {
  for (const char *line = maps; *line; line += strcspn(line, "\n"), line += *line != 0) {
    char *name = mapped_path(line, strcspn(line, "\n"), "/libcollect.so");
    free(name);
    if (name)
      return true;
  }
  return false;
}

/* ---- why it cannot be reached ---- */

/* Whether the process is a 32-bit program, by the class of its ELF file. */
static bool is_of_32_bits(pid_t pid) {
  char *path = collect_printed("/proc/%ld/exe", (long)pid), head[5] = {0};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool is = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head && head[4] == 1;
  if (fd >= 0)
    close(fd);
  free(path);
  return is;
}

static char *owner_of(pid_t pid) {
  char *path = collect_printed("/proc/%ld", (long)pid), *owner = NULL;
  struct stat st;
  if (!stat(path, &st) && st.st_uid != geteuid())
    owner = collect_printed(" (it runs as user %ld, you are %ld)", (long)st.st_uid, (long)geteuid());
  free(path);
  return owner ? owner : collect_printed("%s", "");
}

enum collect_process_state collect_process_find(pid_t pid, collect_process *p, char **why) {
  *p = (collect_process){.pid = pid};
  *why = NULL;
  if (is_recorder(pid)) {
    pid_t program = recorded_by(pid);
    if (!program) {
      *why = collect_printed("process %ld has not begun its program yet", (long)pid);
      return COLLECT_WAITS;
    }
    p->pid = pid = program;
  }
  if (kill(pid, 0) && errno == ESRCH) {
    *why = collect_printed("there is no process %ld", (long)pid);
    return COLLECT_UNREACHABLE;
  }
  char *path = collect_printed("/proc/%ld/maps", (long)pid), *maps = collect_file_read(path, MAPS_MOST);
  free(path);
  if (!maps) {
    char *owner = owner_of(pid);
    *why = collect_printed("process %ld is not yours%s", (long)pid, owner);
    free(owner);
    return COLLECT_UNREACHABLE;
  }
  enum collect_process_state state = live_find(maps, p) ? COLLECT_RECORDS : has_collector(maps) ? COLLECT_WAITS : COLLECT_UNREACHABLE;
  free(maps);
  if (state == COLLECT_WAITS)
    *why = collect_printed("process %ld records nothing: it has made no traced call yet", (long)pid);
  else if (state == COLLECT_UNREACHABLE && is_of_32_bits(pid))
    *why = collect_printed("process %ld records nothing: it is a 32-bit program, and the collector is a 64-bit library", (long)pid);
  else if (state == COLLECT_UNREACHABLE)
    *why = collect_printed(
      "process %ld records nothing: it was started without the collector, which cannot be added later (rocpd record PROGRAM, or LD_PRELOAD=libcollect.so)",
      (long)pid);
  return state;
}

/* ---- the page ---- */

static bool page_read(const collect_process *p, rocz_control *page) {
  int fd = open(p->live, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool good = fd >= 0 && pread(fd, page, sizeof *page, ROCZ_CONTROL) == (ssize_t)sizeof *page;
  if (fd >= 0)
    close(fd);
  return good;
}

char *collect_process_status(const collect_process *p) {
  static const struct { uint32_t by; const char *text; } reasons[] = {
    {ROCZ_STOPPED_USER, "by COLLECT_START, a signal or rocpd ctl"}, {ROCZ_STOPPED_PERIOD, "by COLLECT_PERIODS"},
    {ROCZ_STOPPED_RANGE, "outside of the ranges of COLLECT_RANGES"},
    {ROCZ_STOPPED_PROGRAM, "by the program"}, {ROCZ_STOPPED_LIMIT, "by COLLECT_MAX_MB"},
  };
  rocz_control page;
  if (!page_read(p, &page))
    return NULL;
  if (!page.stopped_by)
    return collect_printed("recording to %s", p->file);
  collect_text_buffer b = {0};
  collect_add(&b, "stopped");
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (page.stopped_by & reasons[i].by)
      collect_add(&b, ", %s", reasons[i].text);
  collect_add(&b, "; %s", p->file);
  return collect_taken(&b);
}

/* The process has taken the request, and has counted it. */
static bool is_done(const collect_process *p, uint32_t before) {
  rocz_control page;
  return page_read(p, &page) && !page.request && page.requests != before;
}

char *collect_process_request(const collect_process *p, char request) {
  static const struct timespec pause = {.tv_nsec = 20000000};
  rocz_control page;
  if (!page_read(p, &page))
    return collect_printed("process %ld has ended", (long)p->pid);
  int fd = open(p->live, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return collect_printed("%s.live: %s", p->file, errno == EACCES ? "you may not write it" : strerror(errno));
  bool asked = pwrite(fd, &request, 1, ROCZ_CONTROL) == 1;
  close(fd);
  if (!asked)
    return collect_printed("%s.live: cannot be written", p->file);
  for (int i = 0; i < ANSWER_SECONDS * 50; i++) {
    if (is_done(p, page.requests))
      return NULL;
    if (!collect_process_is_alive(p->pid) || access(p->live, F_OK))
      return collect_printed("process %ld has ended", (long)p->pid);
    nanosleep(&pause, NULL);
  }
  return collect_printed("process %ld does not answer", (long)p->pid);
}
