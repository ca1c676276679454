/* Files and folders that exports write: files that exist before, limits of names, interruption half way, signals. Only complete
** files, and what was there before, remain. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "folder.h"
#include "temporary.h"
#include "test.h"

static char *in(const char *name) { return sqlite3_mprintf("%s/o/%s", test_tmp(), name); }

/* The names in the folder o, or in a folder in it, in order. */
static const char *names(const char *inner) {
  static char all[500];
  char *path = in(inner);
  struct dirent **e;
  int n = scandir(path, &e, NULL, alphasort);
  all[0] = 0;
  for (int i = 0; i < n; i++) {
    if (strcmp(e[i]->d_name, ".") && strcmp(e[i]->d_name, ".."))
      strcat(strcat(all, *all ? " " : ""), strncmp(e[i]->d_name, ".rocpd-export-", 14) ? e[i]->d_name : "TEMP");
    free(e[i]);
  }
  if (n >= 0) free(e);
  sqlite3_free(path);
  return n < 0 ? "none" : all;
}

static void put(const char *name, const char *text) {
  char *path = in(name);
  FILE *f = fopen(path, "w");
  fputs(text, f), fclose(f), sqlite3_free(path);
}

static const char *text_of(const char *name) {
  static char text[100];
  char *path = in(name);
  FILE *f = fopen(path, "r");
  text[f ? fread(text, 1, sizeof text - 1, f) : 0] = 0;
  if (f) fclose(f);
  sqlite3_free(path);
  return text;
}

static void clear(void) {
  char *command = sqlite3_mprintf("rm -rf '%s/o' && mkdir '%s/o'", test_tmp(), test_tmp());
  CHECK_INT(system(command), 0);
  sqlite3_free(command);
}

static const rocpd_output_rule careful = {0}, bold = {.overwrite = true};
static rocpd_progress progress;
static rocpd_error err;

static int wrong(int rc, int expected, const char *part) {
  int ok = rc == expected && err.message && strstr(err.message, part);
  if (!ok) printf("# %d, %s\n", rc, err.message ? err.message : "no message");
  rocpd_error_clear(&err);
  return ok;
}

static int write_text(rocpd_output *o, const char *text) {
  rocpd_buffer b = {.file = o};
  int rc = rocpd_buffer_add(&b, (const uint8_t *)text, strlen(text), &err);
  if (!rc) rc = rocpd_buffer_flush(&b, &err);
  sqlite3_free(b.bytes);
  return rc;
}

/* Writes a file `name`, and completes it or gives it up. */
static int write_file(const char *name, const rocpd_output_rule *rule, int whole) {
  rocpd_output o;
  char *path = in(name);
  int rc = rocpd_output_open(&o, &progress, path, rule, &err);
  if (!rc) rc = write_text(&o, "new");
  if (!rc && whole) rc = rocpd_output_finish(&o, &err);
  rocpd_output_close(&o);
  sqlite3_free(path);
  return rc;
}

/* Writes a folder `name` with files `a` and `b` (NULL: none). */
static int write_folder(const char *name, const char *marker, const rocpd_output_rule *rule, const char *a, const char *b, int whole) {
  rocpd_output_folder f;
  char *path = in(name);
  int rc = rocpd_folder_open(&f, path, marker, NULL, rule, &err);
  for (int i = 0; !rc && i < 2; i++) {
    rocpd_output o = {0};
    const char *file = i ? b : a;
    if (!file) continue;
    rc = rocpd_folder_file(&f, &progress, file, &o, &err);
    if (!rc) rc = write_text(&o, "new");
    if (!rc) rc = rocpd_output_finish(&o, &err);
    rocpd_output_close(&o);
  }
  if (!rc && whole) rc = rocpd_folder_finish(&f, &err);
  rocpd_folder_close(&f);
  sqlite3_free(path);
  return rc;
}

static void files(void) {
  clear();
  CHECK_INT(write_file("x", &careful, 0), SQLITE_OK);
  CHECK_TEXT(names(""), "");
  CHECK_INT(write_file("x", &careful, 1), SQLITE_OK);
  CHECK_TEXT(names(""), "x");
  CHECK(wrong(write_file("x", &careful, 1), SQLITE_CANTOPEN, "x exists and would be replaced: give another name, or the option {\"overwrite\":true}"));
  put("x", "old");
  CHECK_INT(write_file("x", &bold, 0), SQLITE_OK);
  CHECK_TEXT(text_of("x"), "old");
  CHECK_INT(write_file("x", &bold, 1), SQLITE_OK);
  CHECK_TEXT(text_of("x"), "new");
  put("empty", "");
  CHECK_INT(write_file("empty", &careful, 1), SQLITE_OK);
  CHECK_TEXT(text_of("empty"), "new");
  CHECK(wrong(write_file("x/y", &careful, 1), SQLITE_CANTOPEN, "x/y: cannot create a file in its folder: Not a directory"));
  char *kept = in("x");
  const char *keep[] = {NULL, "/no/such", kept};
  CHECK(wrong(write_file("x", &(rocpd_output_rule){true, keep, 3}, 1), SQLITE_CANTOPEN, "x is read by this connection"));
  sqlite3_free(kept);
  CHECK_TEXT(names(""), "empty x");
}

/* Forks while another thread takes and releases the lock of the places: no child finds it taken. */
static volatile bool enough;
static void *add_and_forget(void *path) {
  while (!enough) rocpd_temporary_add(path), rocpd_temporary_forget(path);
  return NULL;
}

static void forked(void) {
  pthread_t thread;
  char *one = in("one"), *other = in("other");
  int bad = 0, status;
  CHECK_INT(pthread_create(&thread, NULL, add_and_forget, one), 0);
  for (int i = 0; i < 200 && !bad; i++) {
    pid_t child = fork();
    if (!child) {
      signal(SIGALRM, SIG_DFL), alarm(10);
      rocpd_temporary_add(other), rocpd_temporary_forget(other);
      _exit(0);
    }
    bad += waitpid(child, &status, 0) != child || status;
  }
  CHECK_INT(bad, 0);
  enough = true;
  pthread_join(thread, NULL);
  sqlite3_free(one), sqlite3_free(other);
}

/* The next export beside it removes what a killed exporter has left. It does not touch what is still being written, nor other files. */
static void left(void) {
  clear();
  char *file = in("file"), *folder = in("folder"), *other = in("other"), *link = in(".rocpd-export-1-3.tmp");
  int status;
  pid_t child = fork();
  if (!child) {
    rocpd_output o, inner;
    rocpd_output_folder f;
    if (rocpd_output_open(&o, &progress, file, &careful, &err) || write_text(&o, "new") || rocpd_folder_open(&f, folder, NULL, NULL, &careful, &err) ||
        rocpd_folder_file(&f, &progress, "a", &inner, &err)) _exit(1);
    raise(SIGKILL);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  CHECK_TEXT(names(""), "TEMP TEMP");
  rocpd_output o, p;
  CHECK_INT(rocpd_output_open(&o, &progress, file, &careful, &err), SQLITE_OK);
  CHECK_TEXT(names(""), "TEMP");
  CHECK_INT(rocpd_output_open(&p, &progress, other, &careful, &err), SQLITE_OK);
  CHECK_TEXT(names(""), "TEMP TEMP");
  CHECK_INT(write_text(&o, "new") || rocpd_output_finish(&o, &err), 0);
  rocpd_output_close(&o), rocpd_output_close(&p);
  CHECK_TEXT(names(""), "file");
  CHECK_INT(write_folder("folder", NULL, &careful, "a", NULL, 1), SQLITE_OK);
  put(".rocpd-export-1-1.tmp.mine", ""), put(".rocpd-export-1.tmp", ""), put(".rocpd-export-a-1.tmp", ""), put(".rocpd-export-1-1x.tmp", "");
  CHECK_INT(symlink("file", link), 0);
  CHECK_INT(write_file("other", &careful, 1), SQLITE_OK);
  CHECK_TEXT(names(""), "TEMP TEMP TEMP TEMP TEMP file folder other");
  put(".rocpd-export-1-1.tmp", "");
  CHECK_INT(write_file("other", &bold, 1), SQLITE_OK);
  CHECK_TEXT(names(""), "TEMP TEMP TEMP TEMP TEMP file folder other");
  sqlite3_free(file), sqlite3_free(folder), sqlite3_free(other), sqlite3_free(link);
}

/* A file that another program puts there during an export stays, unless it may be replaced. */
static void meanwhile(void) {
  rocpd_output o;
  rocpd_output_folder f;
  char *file = in("file"), *folder = in("folder");
  for (int overwrite = 0; overwrite < 2; overwrite++) {
    clear();
    CHECK_INT(rocpd_output_open(&o, &progress, file, overwrite ? &bold : &careful, &err) || write_text(&o, "new"), 0);
    put("file", "");
    if (overwrite) CHECK_INT(rocpd_output_finish(&o, &err), SQLITE_OK);
    else CHECK(wrong(rocpd_output_finish(&o, &err), SQLITE_CANTOPEN, "/o/file exists and would be replaced"));
    rocpd_output_close(&o);
    CHECK_TEXT(text_of("file"), overwrite ? "new" : "");
    for (int marked = 0; marked < 2; marked++) {
      CHECK_INT(rocpd_folder_open(&f, folder, marked ? "a" : NULL, NULL, overwrite ? &bold : &careful, &err), SQLITE_OK);
      CHECK_INT(rocpd_folder_file(&f, &progress, "a", &o, &err) || write_text(&o, "new") || rocpd_output_finish(&o, &err), 0);
      rocpd_output_close(&o);
      CHECK_INT(mkdir(folder, 0777), 0);
      put("folder/a", "old"), put("folder/mine", "mine");
      if (overwrite) CHECK_INT(rocpd_folder_finish(&f, &err), SQLITE_OK);
      else CHECK(wrong(rocpd_folder_finish(&f, &err), SQLITE_CANTOPEN, "exists and would be replaced"));
      rocpd_folder_close(&f);
      CHECK_TEXT(text_of("folder/a"), overwrite ? "new" : "old");
      CHECK_TEXT(names("folder"), overwrite && marked ? "a" : "a mine");
      CHECK_TEXT(names(""), "file folder");
      rocpd_temporary_remove(folder);
    }
  }
  sqlite3_free(file), sqlite3_free(folder);
}

/* A thread that does not know yet that the process ends creates files in a folder that is being removed. */
static void *make_files(void *arg) {
  const char *folder = arg;
  char path[4096];
  long made = 0;
  for (int fd = 0; fd >= 0 && made < 200000; made++) {
    snprintf(path, sizeof path, "%s/%s%ld", folder, made % 3 ? "" : "in/", made);
    fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (fd >= 0) close(fd);
    else if (made % 3 == 0) fd = 0; /* that folder is removed first */
    if (fd == 0) fd = access(folder, F_OK);
  }
  return NULL;
}

static void removed_while_filled(void) {
  for (int turn = 0; turn < 20; turn++) {
    clear();
    char *folder = in("folder");
    pthread_t thread;
    char *inner = in("folder/in");
    CHECK(!mkdir(folder, 0777) && !mkdir(inner, 0777));
    sqlite3_free(inner);
    CHECK_INT(pthread_create(&thread, NULL, make_files, folder), 0);
    usleep(2000);
    rocpd_temporary_remove(folder);
    CHECK_TEXT(names(""), "");
    if (!access(folder, F_OK)) rmdir(folder);
    pthread_join(thread, NULL);
    sqlite3_free(folder);
  }
}

/* A link to an open file without a name is written through, and stays as it is. */
static void nameless(void) {
  clear();
  char *link = in("link"), *file = in("file"), to[40];
  int fd = open(file, O_CREAT | O_RDWR, 0600);
  unlink(file);
  snprintf(to, sizeof to, "/proc/self/fd/%d", fd);
  CHECK_INT(symlink(to, link), 0);
  CHECK_INT(write_file("link", &careful, 1), SQLITE_OK);
  char text[10] = {0};
  CHECK_INT(pread(fd, text, sizeof text, 0), 3);
  CHECK_TEXT(text, "new");
  CHECK(wrong(write_file("link", &careful, 1), SQLITE_CANTOPEN, "/o/link exists and would be replaced"));
  CHECK_INT(pwrite(fd, "longer", 6, 0), 6);
  CHECK_INT(write_file("link", &bold, 1), SQLITE_OK);
  CHECK_INT(pread(fd, text, sizeof text, 0), 3);
  struct stat now;
  CHECK(!lstat(link, &now) && S_ISLNK(now.st_mode));
  CHECK_TEXT(names(""), "link");
  close(fd), sqlite3_free(link), sqlite3_free(file);
}

static int write_descriptor(int fd, const rocpd_output_rule *rule) {
  rocpd_output o;
  char to[40];
  snprintf(to, sizeof to, fd % 2 ? "/dev/fd/%d" : "/proc/self/fd/%d", fd);
  int rc = rocpd_output_open(&o, &progress, to, rule, &err);
  if (!rc) rc = write_text(&o, "new");
  if (!rc) rc = rocpd_output_finish(&o, &err);
  rocpd_output_close(&o);
  return rc;
}

/* An open descriptor is written to, whatever it refers to, and stays open. */
static void descriptors(void) {
  clear();
  char *file = in("file"), text[10] = {0};
  int fd = open(file, O_CREAT | O_RDWR, 0600), two[2];
  CHECK_INT(write(fd, "old ", 4), 4);
  CHECK_INT(write_descriptor(fd, &careful), SQLITE_OK);
  CHECK_INT(write_descriptor(fd, &bold), SQLITE_OK);
  CHECK_INT(write(fd, ".", 1), 1);
  CHECK_TEXT(text_of("file"), "old newnew.");
  CHECK_TEXT(names(""), "file");
  const char *keep[] = {file};
  const rocpd_output_rule kept = {true, keep, 1};
  CHECK(wrong(write_descriptor(fd, &kept), SQLITE_CANTOPEN, "is read by this connection and would be replaced"));
  close(fd);
  CHECK(wrong(write_descriptor(fd, &careful), SQLITE_CANTOPEN, "Bad file descriptor"));
  CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, two));
  CHECK_INT(write_descriptor(two[0], &careful), SQLITE_OK);
  CHECK_INT(read(two[1], text, sizeof text), 3);
  CHECK_TEXT(text, "new");
  close(two[0]), close(two[1]), sqlite3_free(file);
}

/* The target of a link that leads nowhere is not guessed. */
static void nowhere(void) {
  clear();
  char *link = in("link");
  CHECK_INT(symlink("no/such", link), 0);
  for (int overwrite = 0; overwrite < 2; overwrite++) {
    const rocpd_output_rule *rule = overwrite ? &bold : &careful;
    CHECK(wrong(write_file("link", rule, 1), SQLITE_CANTOPEN, "/o/link is a broken symbolic link: remove it, or give another name"));
    CHECK(wrong(write_folder("link", NULL, rule, "a", NULL, 1), SQLITE_CANTOPEN, "/o/link is a broken symbolic link: remove it, or give another name"));
  }
  CHECK_TEXT(names(""), "link");
  sqlite3_free(link);
}

/* Files beside a database that is being read, or beside the trace of a running process, hold what is not in it yet. */
static void parts(void) {
  static const char *const part[] = {"x.db-wal", "x.db-shm", "x.db-journal", "x.rocz.live"};
  clear();
  put("x.db", "db"), put("x.rocz", "rocz");
  char *db = in("x.db"), *rocz = in("x.rocz");
  const char *keep[] = {db, rocz};
  const rocpd_output_rule kept = {true, keep, 2};
  for (int i = 0; i < 4; i++) {
    put(part[i], "part");
    CHECK(wrong(write_file(part[i], &kept, 1), SQLITE_CANTOPEN, "is read by this connection and would be replaced"));
    CHECK_TEXT(text_of(part[i]), "part");
  }
  put("y.db-wal", "other"), put("-wal", "other");
  CHECK_INT(write_file("y.db-wal", &kept, 1), SQLITE_OK);
  CHECK_INT(write_file("-wal", &kept, 1), SQLITE_OK);
  sqlite3_free(db), sqlite3_free(rocz);
}

static void folders(void) {
  clear();
  CHECK_INT(write_folder("f", NULL, &careful, "a", "b", 0), SQLITE_OK);
  CHECK_TEXT(names(""), "");
  CHECK_INT(write_folder("f//", NULL, &careful, "a", "b", 1), SQLITE_OK);
  CHECK_TEXT(names("f"), "a b");
  CHECK(wrong(write_folder("f", NULL, &careful, "c", "b", 1), SQLITE_CANTOPEN, "/o/f/b exists and would be replaced"));
  CHECK_TEXT(names("f"), "a b");
  CHECK_TEXT(names(""), "f");
  put("f/b", "old"), put("f/mine", "mine");
  CHECK_INT(write_folder("f", NULL, &bold, "c", "b", 1), SQLITE_OK);
  CHECK_TEXT(names("f"), "a b c mine");
  CHECK_TEXT(text_of("f/b"), "new");
  char *inner = in("f/d");
  CHECK_INT(mkdir(inner, 0777), 0);
  sqlite3_free(inner);
  CHECK(wrong(write_folder("f", NULL, &bold, "d", "e", 1), SQLITE_CANTOPEN, "/o/f/d is a folder where a file is to be written"));
  CHECK(wrong(write_folder("f/a", NULL, &bold, "d", "e", 1), SQLITE_CANTOPEN, "/o/f/a is a file; give the name of a folder"));
  CHECK_TEXT(names("f"), "a b c d mine");
  CHECK_TEXT(names(""), "f");
}

/* A folder is replaced as a whole. */
static void things(void) {
  clear();
  CHECK_INT(write_folder("t", "metadata", &careful, "metadata", "one", 1), SQLITE_OK);
  CHECK(wrong(write_folder("t", "metadata", &careful, "metadata", "two", 1), SQLITE_CANTOPEN, "/o/t exists and would be replaced"));
  CHECK_INT(write_folder("t", "metadata", &bold, "metadata", "two", 0), SQLITE_OK);
  CHECK_TEXT(names("t"), "metadata one");
  CHECK_INT(write_folder("t", "metadata", &bold, "metadata", "two", 1), SQLITE_OK);
  CHECK_TEXT(names("t"), "metadata two");
  char *empty = in("e");
  CHECK_INT(mkdir(empty, 0777), 0);
  sqlite3_free(empty);
  CHECK_INT(write_folder("e", "metadata", &careful, "metadata", NULL, 1), SQLITE_OK);
  put("e/other", "mine");
  char *marker = in("e/metadata"), *kept = in("e/other");
  const char *keep[] = {kept};
  CHECK(
    wrong(write_folder("e", "metadata", &(rocpd_output_rule){true, keep, 1}, "metadata", NULL, 1), SQLITE_CANTOPEN, "/o/e/other is read by this connection"));
  unlink(marker);
  CHECK(wrong(write_folder("e", "metadata", &bold, "metadata", NULL, 1), SQLITE_CANTOPEN, "/o/e is a folder with other files in it"));
  CHECK_TEXT(names("e"), "other");
  CHECK_TEXT(names(""), "e t");
  sqlite3_free(marker), sqlite3_free(kept);
}

/* Somebody who opens it while it is replaced finds the old one or the new one. */
static void replaced_at_once(void) {
  clear();
  CHECK_INT(write_folder("t", "metadata", &careful, "metadata", NULL, 1), SQLITE_OK);
  char *path = in("t/metadata");
  pid_t child = fork();
  while (!child)
    if (access(path, F_OK)) _exit(1);
  for (int i = 0; i < 1000; i++) write_folder("t", "metadata", &bold, "metadata", NULL, 1);
  int status = 0;
  CHECK_INT(waitpid(child, &status, WNOHANG), 0);
  if (!status) kill(child, SIGKILL), waitpid(child, &status, 0);
  CHECK_TEXT(names(""), "t");
  sqlite3_free(path);
}

/* ---- signals */

/* A child that has begun a file and a folder gets a signal. Returns how it ended. */
static int ended_by(int signal_number, void (*handler)(int)) {
  int ready[2], status = 0;
  CHECK_INT(pipe(ready), 0);
  pid_t child = fork();
  if (!child) {
    rocpd_output file, inner;
    rocpd_output_folder folder;
    char *one = in("one"), *two = in("two"), go = 0;
    if (handler) signal(signal_number, handler);
    int rc = rocpd_output_open(&file, &progress, one, &careful, &err) | rocpd_folder_open(&folder, two, NULL, NULL, &careful, &err);
    rc |= rocpd_folder_file(&folder, &progress, "inner", &inner, &err) | write_text(&file, "half") | write_text(&inner, "half");
    char *deeper = sqlite3_mprintf("%s/deeper", folder.temp), *deepest = sqlite3_mprintf("%s/file", deeper);
    rc |= mkdir(deeper, 0777) | close(open(deepest, O_CREAT | O_WRONLY, 0666));
    /* A forked child does not remove its parent's files. */
    pid_t grandchild = fork();
    if (!grandchild) raise(signal_number), _exit(7);
    waitpid(grandchild, NULL, 0);
    rc |= access(file.temp, F_OK) | access(deepest, F_OK);
    go = rc ? 'n' : 'y';
    if (write(ready[1], &go, 1) != 1) _exit(8);
    for (;;) pause();
  }
  char answer = 0;
  CHECK_INT(read(ready[0], &answer, 1), 1);
  CHECK_INT(answer, 'y');
  kill(child, signal_number);
  if (handler) usleep(50000), kill(child, SIGKILL);
  waitpid(child, &status, 0);
  close(ready[0]), close(ready[1]);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -1;
}

static void own_handler(int signal_number) { (void)signal_number; }

static void signals(void) {
  clear();
  CHECK_INT(ended_by(SIGTERM, NULL), SIGTERM);
  CHECK_TEXT(names(""), "");
  CHECK_INT(ended_by(SIGHUP, NULL), SIGHUP);
  CHECK_TEXT(names(""), "");
  static const int others[] = {SIGINT, SIGQUIT, SIGALRM, SIGXCPU};
  for (int i = 0; i < 4; i++) {
    CHECK_INT(ended_by(others[i], NULL), others[i]);
    CHECK_TEXT(names(""), "");
  }
  /* If the program handles the signal, it goes on, and so does the export. */
  CHECK_INT(ended_by(SIGTERM, own_handler), SIGKILL);
  CHECK_TEXT(names(""), "TEMP TEMP");
  clear();
  /* Afterwards the signal has its former effect. */
  CHECK_INT(write_file("x", &careful, 1), SQLITE_OK);
  struct sigaction now;
  CHECK(!sigaction(SIGTERM, NULL, &now) && now.sa_handler == SIG_DFL);
}

int main(void) {
  clear();
  rocpd_progress_begin(&progress);
  RUN(files);
  RUN(forked);
  RUN(left);
  RUN(folders);
  RUN(meanwhile);
  RUN(removed_while_filled);
  RUN(nameless);
  RUN(descriptors);
  RUN(nowhere);
  RUN(parts);
  RUN(things);
  RUN(replaced_at_once);
  RUN(signals);
  rocpd_progress_end(&progress);
  return test_result();
}
