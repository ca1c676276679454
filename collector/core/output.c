/* Where a process's files go: into the folder of COLLECT_OUTPUT, made when the first call is traced. Only their user can read the
** files.
**
** The folder's name may be a pattern (pattern.c). %n becomes the first number that no other run has. Runs that begin at the same
** time must get different numbers, and all processes of one run the same. So a numbered folder is created under another name,
** gets a file that identifies the run, and is then renamed.
**
** Whoever may write to a folder can put a link there, and so direct other users' files elsewhere. A link that another user made
** in a folder that all may write to (/tmp) is refused, wherever in the path it is. */
#include "core.h"
#include "pattern.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define RUNS_MAX 100000

/* ---- settings ---- */

static char output[4096]; /* absolute; "": not usable */
static size_t pattern_at; /* the rest, from here on, is to be filled in */

static bool output_parse(const char *value) {
  size_t length = 0;
  output[0] = 0;
  if (value[0] != '/') {
    if (!getcwd(output, sizeof output))
      return false;
    length = strlen(output);
    if (length && output[length - 1] != '/' && length + 1 < sizeof output)
      output[length++] = '/';
  }
  /* Leaves room for a file's name. */
  size_t n = strlen(value);
  bool good = length + n + 160 <= sizeof output && collect_pattern_is_known(value);
  memcpy(output + length, value, good ? n + 1 : 0);
  output[0] = good ? output[0] : 0; /* nothing can be written */
  pattern_at = length;
  return good;
}

COLLECT_SETTING(output) = {.name = "COLLECT_OUTPUT", .fallback = "trace", .order = 1, .parse = output_parse,
                           .expected = "a path (letters known after %: h p r n t e{NAME} %)",
                           .help = "folder for trace files, created at the first traced call; %h %p %r %n %t %e{NAME} are replaced"};

static mode_t file_bits;

/* The owner of a file must be able to write it. */
static bool mode_bits_parse(const char *value) {
  size_t n = strspn(value, "01234567");
  file_bits = 0;
  for (size_t i = 0; i < n && i < 5; i++)
    file_bits = file_bits << 3 | (mode_t)(value[i] - '0');
  return n >= 3 && n <= 4 && !value[n] && !(file_bits & ~0666u) && (file_bits & 0600) == 0600;
}

COLLECT_SETTING(mode_bits) = {.name = "COLLECT_MODE_BITS", .fallback = "0600", .order = 2, .parse = mode_bits_parse,
                              .expected = "permission bits of files, 0600 to 0666",
                              .help = "permissions of files, as for chmod; folders get the same, and readers may enter them"};

/* ---- folders and files ---- */

static bool refused; /* the last folder was refused because of a link in its path */

const char *collect_output_failure(void) { return refused ? "the path uses another user's link in a world-writable folder" : strerror(errno); }

static mode_t folder_bits(void) { return file_bits | (file_bits & 0444) >> 2; }

/* Whether another user made this link in a folder that all may write to. path[parent_end]: the slash before the last name. */
static bool link_is_foreign(char *path, size_t parent_end) {
  struct stat st, parent;
  if (lstat(path, &st) || !S_ISLNK(st.st_mode) || st.st_uid == geteuid() || st.st_uid == 0)
    return false;
  char last = path[parent_end + 1];
  path[parent_end + 1] = 0;
  int rc = stat(path, &parent);
  path[parent_end + 1] = last;
  return rc || parent.st_mode & S_IWOTH;
}

/* Makes one folder, with these bits whatever the program's umask is. */
static bool folder_make(char *path, size_t parent_end) {
  if (mkdir(path, 0700) == 0)
    return chmod(path, folder_bits()) == 0;
  int why = errno;
  refused = link_is_foreign(path, parent_end);
  errno = why;
  return why == EEXIST && !refused;
}

/* Makes the folder that the first n bytes of the path name, and those above it. */
static bool folders_make(const char *path, size_t n) {
  static char part[4096]; /* one thread makes the files, on a stack that may be small */
  size_t parent_end = 0;
  if (n >= sizeof part) {
    errno = ENAMETOOLONG;
    return false;
  }
  int why = 0; /* the first error, unless the last folder exists all the same */
  refused = false;
  for (size_t i = 1; i <= n && !refused; i++) {
    if (path[i] != '/' && i < n)
      continue;
    memcpy(part, path, i);
    part[i] = 0;
    why = folder_make(part, parent_end) ? 0 : why ? why : errno;
    parent_end = i;
  }
  errno = why;
  return !why;
}

/* 1 + the writer's descriptor of the folder with the files. 0: paths are used as they are. */
static int files_folder;

static int folder_of(const char **path) {
  if (!files_folder)
    return AT_FDCWD;
  *path = strrchr(*path, '/') + 1;
  return files_folder - 1;
}

void collect_output_keep(const char *path) {
  char part[4096];
  size_t n = (size_t)(strrchr(path, '/') - path);
  memcpy(part, path, n);
  part[n] = 0;
  files_folder = collect_sys_open(n ? part : "/", O_PATH | O_DIRECTORY | O_CLOEXEC, 0) + 1;
}

void collect_output_forget(void) { files_folder = 0; }

int collect_output_open(const char *path, int flags) {
  int at = folder_of(&path);
  return collect_sys_openat(at, path, flags | O_CLOEXEC | O_NOFOLLOW, 0600);
}

int collect_output_create(const char *path, int flags) {
  int fd = collect_output_open(path, flags | O_CREAT | O_EXCL);
  if (fd >= 0)
    fchmod(fd, file_bits);
  return fd;
}

bool collect_output_rename(const char *from, const char *to) {
  int at = folder_of(&from);
  folder_of(&to);
  return renameat(at, from, at, to) == 0;
}

void collect_output_remove(const char *path) {
  int at = folder_of(&path);
  unlinkat(at, path, 0);
}

bool collect_output_is(const char *path, dev_t device, ino_t inode) {
  struct stat st;
  int at = folder_of(&path);
  return fstatat(at, path, &st, AT_SYMLINK_NOFOLLOW) == 0 && st.st_dev == device && st.st_ino == inode;
}

/* ---- run numbers ---- */

#define RUN_FILE ".run"

/* Whether the numbered folder belongs to this run. */
static bool run_is(const char *folder, const uint8_t run[16]) {
  static char path[4096 + 8];
  uint8_t found[16];
  snprintf(path, sizeof path, "%s/" RUN_FILE, folder);
  int fd = collect_sys_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
  bool is = fd >= 0 && collect_sys_read(fd, found, sizeof found) == (ssize_t)sizeof found && !memcmp(found, run, sizeof found);
  if (fd >= 0)
    collect_sys_close(fd);
  return is;
}

/* Makes the folder with its file under another name, then renames it. False with EEXIST: the folder exists already. */
static bool run_claim(const char *folder, const uint8_t run[16]) {
  static char made[4096 + 64], file[sizeof made + 8];
  snprintf(made, sizeof made, "%s.%d-%lld", folder, (int)getpid(), (long long)collect_boottime_ns());
  snprintf(file, sizeof file, "%s/" RUN_FILE, made);
  if (!folders_make(made, strlen(made)))
    return false;
  int fd = collect_output_create(file, O_WRONLY);
  bool written = fd >= 0 && collect_sys_write(fd, run, 16) == 16;
  if (fd >= 0)
    collect_sys_close(fd);
  if (written && rename(made, folder) == 0)
    return true;
  int why = errno;
  unlink(file);
  rmdir(made);
  errno = why == ENOTEMPTY || why == ENOTDIR ? EEXIST : why;
  return false;
}

/* Makes the first `numbered` bytes of the path this run's folder. False with EEXIST: it belongs to another run. */
static bool run_take(const char *path, size_t numbered, const uint8_t run[16]) {
  static char folder[4096];
  struct stat st;
  memcpy(folder, path, numbered);
  folder[numbered] = 0;
  bool taken = run_is(folder, run), free = !taken && lstat(folder, &st);
  if (free) {
    taken = run_claim(folder, run);
    if (taken || errno != EEXIST)
      return taken;
    taken = run_is(folder, run); /* another process of this run was faster */
  }
  errno = EEXIST;
  return taken;
}

/* The number of this run, which forked children keep. */
static int run_number;
int collect_output_run(void) { return run_number; }

bool collect_output_folder(int64_t start_ns, char *folder, size_t size) {
  collect_settings_read();
  size_t begin = pattern_at, numbered;
  uint8_t run[16];
  refused = false;
  folder[0] = 0;
  if (!output[0] || begin >= size) {
    errno = output[0] ? ENAMETOOLONG : ENOENT;
    return false;
  }
  memcpy(folder, output, begin);
  bool whole = collect_pattern_fill_in(output + begin, start_ns, run_number, folder + begin, size - begin, &numbered);
  if (whole && numbered && !run_number) {
    collect_job_id(run);
    do
      whole = collect_pattern_fill_in(output + begin, start_ns, ++run_number, folder + begin, size - begin, &numbered);
    while (whole && !run_take(folder, begin + numbered, run) && errno == EEXIST && run_number < RUNS_MAX);
  }
  return whole && folders_make(folder, strlen(folder));
}
