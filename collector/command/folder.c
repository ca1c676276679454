/* A folder of its own for each run: NAME, NAME.2, NAME.3, ...
**
** A folder that does not exist or is empty is taken by writing a file .record into it, with the number and machine of the process
** that took it. The file is removed at the end. A file of a dead process (rocpd-record was killed, or replaced itself by the
** program) is ignored. */
#include "command.h"
#include "rocz.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#define RUNS_MOST 100000
#define OWNER ".record"

static const char *host(void) {
  static struct utsname name;
  if (!name.nodename[0] && uname(&name))
    strcpy(name.nodename, "localhost");
  return name.nodename;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static bool is_dead(pid_t pid) { return pid > 0 && kill(pid, 0) && errno == ESRCH; }

/* ---- files of dead processes ---- */

/* Whether all rows of the live file are in the .rocz file. */
static bool live_is_closed(int folder, const char *name) {
  uint32_t closed = 0;
  int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return false;
  bool read_it = pread(fd, &closed, sizeof closed, offsetof(rocz_live, closed)) == (ssize_t)sizeof closed;
  close(fd);
  return read_it && closed == 1;
}

static bool is_not_needed(int folder, const char *name) {
  if (ends_with(name, ".next"))
    return true;
  char *file = collect_printed("%.*s", (int)(strlen(name) - strlen(".live")), name);
  bool alone = faccessat(folder, file, F_OK, 0) && errno == ENOENT;
  free(file);
  return alone || live_is_closed(folder, name);
}

/* Whether this is HOST-PID-START.rocz.next, .live or .live.next of a dead process of this machine. */
static bool is_left(const char *name) {
  size_t n = strlen(host());
  char *end;
  if (strncmp(name, host(), n) || name[n] != '-' || !(ends_with(name, ".rocz.next") || ends_with(name, ".rocz.live") || ends_with(name, ".rocz.live.next")))
    return false;
  long pid = strtol(name + n + 1, &end, 10);
  return end > name + n + 1 && *end == '-' && name[n + 1] >= '0' && name[n + 1] <= '9' && is_dead((pid_t)pid);
}

/* Removes the second file of COLLECT_KEEP=newest, and live files whose rows are all in the .rocz, or whose .rocz is gone. A live
** file with rows of its own stays. */
static void tidy(const char *name) {
  DIR *d = strchr(name, '%') ? NULL : opendir(name);
  for (struct dirent *e; d && (e = readdir(d));) {
    struct stat st;
    if (is_left(e->d_name) && !fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode) && is_not_needed(dirfd(d), e->d_name))
      unlinkat(dirfd(d), e->d_name, 0);
  }
  if (d)
    closedir(d);
}

/* ---- taking a folder ---- */

/* Whether the file .record was written by a dead process of this machine. *mine: whether this process wrote it. */
static bool owner_is_dead(const char *folder, bool *mine) {
  char *path = collect_printed("%s/" OWNER, folder), *text = collect_file_read(path, 512);
  free(path);
  *mine = false;
  if (!text)
    return false;
  long pid = strtol(text, NULL, 10);
  char *line = strchr(text, '\n');
  bool here = line && !strncmp(line + 1, host(), strlen(host())) && line[1 + strlen(host())] == '\n';
  *mine = here && pid == getpid();
  free(text);
  return here && is_dead((pid_t)pid);
}

static bool is_empty(const char *folder) {
  DIR *d = opendir(folder);
  bool other = !d, mine, owned = false;
  for (struct dirent *e; d && (e = readdir(d));) {
    bool owner = !strcmp(e->d_name, OWNER);
    owned = owned || owner;
    other = other || (!owner && strcmp(e->d_name, ".") && strcmp(e->d_name, ".."));
  }
  if (d)
    closedir(d);
  return !other && (!owned || owner_is_dead(folder, &mine));
}

static bool owner_write(const char *folder) {
  char *path = collect_printed("%s/" OWNER, folder), *text = collect_printed("%ld\n%s\n", (long)getpid(), host());
  unlink(path); /* the file is a dead process's; the folder is locked, so nobody else uses the file */
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  bool good = fd >= 0 && collect_write(fd, text, strlen(text));
  if (fd >= 0)
    close(fd);
  if (fd >= 0 && !good)
    unlink(path);
  free(path);
  free(text);
  return good;
}

/* Takes a folder if it is empty. Of several processes one gets it: the others wait for the lock, and then find the file. */
static bool claim(const char *folder) {
  struct stat st;
  if (mkdir(folder, 0700) && (stat(folder, &st) || !S_ISDIR(st.st_mode)))
    return false;
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return false;
  flock(fd, LOCK_EX); /* on a file system without locks, the rest is nearly as safe */
  bool taken = is_empty(folder) && owner_write(folder);
  close(fd);
  return taken;
}

static void parents_make(const char *path) {
  for (const char *slash = strchr(path + (*path == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
    char *parent = collect_printed("%.*s", (int)(slash - path), path);
    mkdir(parent, 0777);
    free(parent);
  }
}

void collect_folder_release(collect_folder *f) {
  bool mine = false;
  if (f->reserved)
    owner_is_dead(f->name, &mine); /* by now the folder of this name may be another run's */
  if (mine) {
    char *path = collect_printed("%s/" OWNER, f->name);
    unlink(path);
    free(path);
    rmdir(f->name);
  }
  f->reserved = false;
}

/* Whether the path's last name is empty, `.` or `..`, so that no number can be appended. */
static bool has_no_name(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  return !*name || !strcmp(name, ".") || !strcmp(name, "..");
}

/* Takes the first of NAME, NAME.2, ... that is free. */
static int reserve(collect_folder *f, const char *name) {
  struct stat st;
  tidy(name);
  parents_make(name);
  f->name = collect_printed("%s", name);
  for (int n = 2; !(f->reserved = claim(f->name)); n++) {
    if (stat(f->name, &st) || n > RUNS_MOST || (is_empty(f->name) && access(f->name, W_OK)))
      return 0; /* it cannot be made or written; the caller finds out why */
    if (has_no_name(name))
      return collect_fail(COLLECT_WRONG_USE, "%s is not empty; --append adds to it", name);
    free(f->name);
    f->name = collect_printed("%s.%d", name, n);
  }
  /* COLLECT_MODE_BITS is for folders that the collector makes, so only the name is taken. */
  const char *bits = getenv("COLLECT_MODE_BITS");
  if (bits && *bits)
    collect_folder_release(f);
  return 0;
}

/* ---- the name ---- */

static bool pattern_is_known(const char *p) {
  while ((p = strchr(p, '%'))) {
    const char *close = p[1] == 'e' && p[2] == '{' ? strchr(p, '}') : NULL;
    if (!close && (!p[1] || !strchr("hprnt%", p[1])))
      return false;
    p = close ? close + 1 : p + 2;
  }
  return true;
}

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && *value;
}

/* Chooses the folder if the user names none. */
static int choose_default(collect_folder *f, bool append, const char *rank) {
  const char *preset = getenv("COLLECT_PRESET");
  f->shared = true;
  if (preset && !strcmp(preset, "hpc")) {
    f->name = collect_printed("trace/%%n");
  } else if (is_set("RTG_FILE_PREFIX") || is_set("RTG_FILENAME")) {
    f->name = collect_printed("%s", is_set("RTG_FILE_PREFIX") ? getenv("RTG_FILE_PREFIX") : getenv("RTG_FILENAME"));
  } else if (append) {
    f->name = collect_printed("trace");
    tidy(f->name);
  } else if (rank) {
    f->name = collect_printed("trace.%%n");
    setenv("COLLECT_OUTPUT", f->name, 1);
  } else {
    f->shared = false;
    int code = reserve(f, "trace");
    setenv("COLLECT_OUTPUT", f->name, 1);
    return code;
  }
  return 0;
}

int collect_folder_choose(collect_folder *f, bool append, const char *rank) {
  *f = (collect_folder){0};
  if (!is_set("COLLECT_OUTPUT"))
    return choose_default(f, append, rank);
  char *name = collect_printed("%s", getenv("COLLECT_OUTPUT"));
  f->shared = true;
  if (strchr(name, '\n'))
    return collect_fail(COLLECT_WRONG_USE, "the name of the folder contains a line feed");
  if (strchr(name, '%')) {
    f->name = name;
    return pattern_is_known(name) ? 0 : collect_fail(COLLECT_WRONG_USE, "%s: after %% only these letters are known: %%h %%p %%r %%n %%t %%e{NAME} %%%%", name);
  }
  for (size_t n = strlen(name); n > 1 && name[n - 1] == '/';)
    name[--n] = 0;
  struct stat st;
  if (!lstat(name, &st) && (stat(name, &st) || !S_ISDIR(st.st_mode)))
    return collect_fail(COLLECT_WRONG_USE, "%s exists and is not a folder; name another folder with -o", name);
  int code = 0;
  if (append || rank) {
    tidy(name);
    f->name = name;
  } else {
    f->shared = false;
    code = reserve(f, name);
    free(name);
  }
  setenv("COLLECT_OUTPUT", f->name, 1);
  return code;
}

/* Looks at the folder, or at the nearest existing one above it. Of a pattern, looks at the part before the first percent sign. */
char *collect_folder_trouble(const char *name) {
  char *at = collect_printed("%.*s", (int)strcspn(name, "%"), name);
  struct stat st;
  char *slash = strrchr(at, '/');
  if (strchr(name, '%') && slash != at)
    at[slash ? slash - at : 0] = 0;
  while (*at && stat(at, &st) && errno != EACCES) {
    slash = strrchr(at, '/');
    at[slash && slash > at ? slash - at : slash == at && at[1] ? 1 : 0] = 0;
  }
  const char *place = *at ? at : ".";
  char *trouble = NULL;
  if (stat(place, &st))
    trouble = collect_printed("%s: %s", place, strerror(errno));
  else if (!S_ISDIR(st.st_mode))
    trouble = collect_printed("%s is a file, not a folder", place);
  else if (access(place, W_OK | X_OK))
    trouble = collect_printed("%s: %s", place, strerror(errno));
  free(at);
  return trouble;
}
