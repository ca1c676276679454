/* Listings (files.h): the files that folders and globs name, compared with a list of the files that the test has made. Also
** what is left out, what is an error, files that appear and vanish meanwhile, and when a listing must be read again. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#include "files.h"
#include "memory.h"
#include "stamp.h"
#include "test.h"

#define MOST 3000
static char top[3000]; /* the test's folder; names below it begin after top + "/" */

/* What was made: names below top. */
static char *made[MOST];
static int files;

static char *under(const char *name) {
  static char path[4][5000];
  static int turn;
  char *p = path[turn++ % 4];
  snprintf(p, sizeof path[0], "%s/%s", top, name);
  return p;
}

static void put(const char *name) {
  int fd = open(under(name), O_CREAT | O_WRONLY, 0644);
  CHECK(fd >= 0);
  close(fd);
  made[files++] = strdup(name);
}

static void folder(const char *name) { CHECK_INT(mkdir(under(name), 0755), 0); }

static void clean(void) {
  char command[7000];
  snprintf(command, sizeof command, "chmod -R u+rwx '%s' 2>/dev/null; rm -rf '%s'", top, top);
  CHECK(system(command) >= 0);
  CHECK_INT(mkdir(top, 0755), 0);
  while (files) free(made[--files]);
}

/* ---- comparing */

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Whether the listing contains exactly the files that wanted() takes, in order. */
static int same(const rocpd_listing *l, int (*wanted)(const char *name, const char *what), const char *what) {
  static char *want[MOST];
  int n = 0, wrong = 0;
  size_t skip = strlen(top) + 1;
  for (int i = 0; i < files; i++)
    if (wanted(made[i], what)) want[n++] = made[i];
  qsort(want, (size_t)n, sizeof(*want), by_name);
  for (int i = 0; i < n && i < (int)l->files; i++) wrong |= strcmp(want[i], l->file[i] + skip) || strncmp(l->file[i], top, skip - 1);
  if (wrong || n != (int)l->files) printf("# '%s': %zu files, not %d: %.60s, not %.60s\n", what, l->files, n, l->files ? l->file[0] : "", n ? want[0] : "");
  return !wrong && n == (int)l->files;
}

static int read_at(rocpd_listing *l, const char *path, const char *suffix) { return rocpd_listing_read(l, path, 0, suffix, false, NULL); }

/* No part of the path begins with a dot. */
static int shown(const char *name) { return name[0] != '.' && !strstr(name, "/."); }
static int below(const char *name, const char *what) {
  size_t n = strlen(what);
  return !n ? shown(name) : !strncmp(name, what, n) && name[n] == '/' && shown(name + n + 1);
}
static int ends(const char *name, const char *what) {
  const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
  size_t n = strlen(base), m = strlen(what);
  return shown(name) && n > m && !strcmp(base + n - m, what);
}
/* A file that the glob matches, or one in a folder that it matches. */
static int globbed(const char *name, const char *what) {
  char part[5000];
  snprintf(part, sizeof part, "%s", name);
  for (char *end = part + strlen(part);;) {
    *end = 0;
    if (!fnmatch(what, part, FNM_PATHNAME | FNM_PERIOD) && shown(name + (end - part))) return 1;
    while (end > part && *end != '/') end--;
    if (end == part) return 0;
  }
}

/* ---- folders */

static const char *const names[] = {"a", "b.db", "b.rocz",   ".hidden",       "with blank", "new\nline.db", "[1]", "1",     "*",
                                    "?", "a\\b", "\xff\xfe", "\xc3\xa4.rocz", "-x",         "a'q\"",        "%s",  ".rocz", "rocz"};
enum { NAMES = sizeof(names) / sizeof(*names) };

/* A tree of folders and files with odd names. */
static void fill(const char *at, int depth) {
  char name[3000];
  for (int i = 0; i < NAMES && depth < 3; i++) {
    int kind = (int)test_draw(4);
    snprintf(name, sizeof name, "%s%s%s", at, *at ? "/" : "", names[i]);
    if (kind == 0) put(name);
    else if (kind == 1) folder(name), fill(name, depth + 1);
  }
}

static void folders(void) {
  static const char *const suffixes[] = {".rocz", ".db", "z", "a"};
  int listed = 0;
  for (int i = 0; i < 12; i++) {
    rocpd_listing l;
    clean();
    fill("", i > 0);
    CHECK_INT(read_at(&l, top, NULL), SQLITE_OK);
    CHECK(same(&l, below, "") && l.folders > 0 && !l.single && !l.pattern && !l.again);
    listed += (int)l.files;
    rocpd_listing_free(&l);
    CHECK_INT(read_at(&l, top, suffixes[i % 4]), SQLITE_OK);
    CHECK(same(&l, ends, suffixes[i % 4]));
    rocpd_listing_free(&l);
  }
  CHECK(listed > 100);
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* A hidden folder is read if it is named itself. A named file is listed whatever its name is. */
static void named(void) {
  rocpd_listing l;
  clean();
  folder(".dir"), put(".dir/x"), put(".file"), put("new\nline");
  CHECK_INT(read_at(&l, under(".dir"), NULL), SQLITE_OK);
  CHECK(same(&l, below, ".dir"));
  rocpd_listing_free(&l);
  for (int i = 1; i < files; i++) {
    CHECK_INT(read_at(&l, under(made[i]), NULL), SQLITE_OK);
    CHECK(l.files == 1 && l.single && !strcmp(l.file[0], under(made[i])));
    rocpd_listing_free(&l);
    CHECK_INT(read_at(&l, under(made[i]), ".rocz"), SQLITE_OK); /* a folder was meant */
    CHECK(l.files == 0 && !l.single);
    rocpd_listing_free(&l);
  }
  CHECK_INT(read_at(&l, under("none"), NULL), SQLITE_OK);
  CHECK(l.files == 0 && l.folders == 0 && !l.single);
  rocpd_listing_free(&l);
}

static void links(void) {
  rocpd_listing l;
  clean();
  folder("d"), put("d/file"), folder("e");
  CHECK_INT(symlink("../d/file", under("e/to_file")), 0);
  made[files++] = strdup("e/to_file");
  CHECK_INT(symlink("../d", under("e/to_folder")), 0);
  CHECK_INT(symlink("..", under("e/circle")), 0);
  CHECK_INT(symlink("itself", under("e/itself")), 0);
  CHECK_INT(symlink("nowhere", under("e/nowhere")), 0);
  CHECK_INT(mkfifo(under("e/pipe"), 0644), 0);
  CHECK_INT(read_at(&l, top, NULL), SQLITE_OK);
  CHECK(same(&l, below, "") && l.folders == 3);
  rocpd_listing_free(&l);
  CHECK_INT(read_at(&l, under("e/to_folder"), NULL), SQLITE_OK); /* a link is followed if it is named itself */
  CHECK(l.files == 1);
  rocpd_listing_free(&l);
  rocpd_error err = {0};
  CHECK_INT(rocpd_listing_read(&l, under("e/pipe"), 0, NULL, false, &err), SQLITE_CANTOPEN);
  CHECK(err.message && strstr(err.message, "neither a regular file nor a folder"));
  rocpd_error_clear(&err);
  CHECK_INT(read_at(&l, under("e/p*"), NULL), SQLITE_OK); /* it is no error if a glob matches it */
  CHECK(l.files == 0 && l.pattern);
  rocpd_listing_free(&l);
}

static void depth(void) {
  char name[1000] = "";
  clean();
  for (int i = 1; i <= 66; i++) {
    rocpd_listing l;
    rocpd_error err = {0};
    strcat(name, i == 1 ? "d" : "/d");
    folder(name);
    if (i % 8 == 0) strcat(name, "/f"), put(name), name[strlen(name) - 2] = 0;
    if (i > 2 && i < 63) continue;
    int rc = rocpd_listing_read(&l, top, 0, NULL, false, &err);
    CHECK_INT(rc, i <= 64 ? SQLITE_OK : SQLITE_CANTOPEN);
    if (rc == SQLITE_OK) CHECK(same(&l, below, "") && (int)l.folders == i + 1);
    else CHECK(err.message && strstr(err.message, "more than 64 folders deep"));
    rocpd_error_clear(&err);
    rocpd_listing_free(&l);
  }
}

/* ---- globs */

static void globs(void) {
  static const char *const globs[] = {"*",   "*.db",  "*/*",  "*/*.rocz", "[ab]*", "?",     "*/?/*", "[[]1]", "\\*", "\\?",
                                      "b.*", "*[!a]", "a*/*", ".*",       ".h*",   "*/.h*", "new*",  "*\n*",  "x*"};
  int matched = 0;
  for (int i = 0; i < 5; i++) {
    clean();
    fill("", i > 0);
    for (size_t g = 0; g < sizeof(globs) / sizeof(*globs); g++) {
      rocpd_listing l;
      struct stat st;
      if (!strpbrk(globs[g], "*?[") || stat(under(globs[g]), &st) == 0 || !strncmp(globs[g], ".*", 2)) continue; /* .* also matches .. */
      CHECK_INT(rocpd_listing_read(&l, under(globs[g]), strlen(top), NULL, false, NULL), SQLITE_OK);
      CHECK(same(&l, globbed, globs[g]) && l.pattern && l.again);
      matched += (int)l.files;
      rocpd_listing_free(&l);
    }
  }
  CHECK(matched > 80);
}

/* If there is a file with the name of a glob, that file is meant. */
static void names_that_look_like_globs(void) {
  rocpd_listing l;
  clean();
  folder("[1]"), put("[1]/x"), folder("1"), put("1/y"), put("*");
  CHECK_INT(read_at(&l, under("[1]"), NULL), SQLITE_OK);
  CHECK(same(&l, below, "[1]") && !l.pattern);
  rocpd_listing_free(&l);
  CHECK_INT(read_at(&l, under("*"), NULL), SQLITE_OK);
  CHECK(l.single && l.files == 1);
  rocpd_listing_free(&l);
}

/* The working directory is not part of a pattern. */
static void literal_prefix(void) {
  static const char *const odd[] = {"a[1]", "*", "?", "a\\b", "[!x]", "\\[1]", "plain"};
  char back[4096], cwd[4096];
  CHECK(getcwd(back, sizeof back) != NULL);
  clean();
  put("decoy.db"), folder("a1"), put("a1/decoy.db"), folder("x"), put("x/decoy.db");
  for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++) {
    char name[200];
    rocpd_listing l;
    size_t literal;
    folder(odd[i]);
    snprintf(name, sizeof name, "%s/1.db", odd[i]), put(name);
    snprintf(name, sizeof name, "%s/2.db", odd[i]), put(name);
    snprintf(name, sizeof name, "%s/2.rocz", odd[i]), put(name);
    CHECK_INT(chdir(under(odd[i])), 0);
    CHECK(getcwd(cwd, sizeof cwd) != NULL);
    char *path = rocpd_absolute("*.db", &literal);
    CHECK_INT(literal, strlen(cwd));
    CHECK_INT(rocpd_listing_read(&l, path, literal, NULL, false, NULL), SQLITE_OK);
    CHECK(l.files == 2 && strstr(l.file[0], "/1.db") && !strncmp(l.file[0], cwd, strlen(cwd)) && l.file[0][strlen(cwd)] == '/');
    rocpd_listing_free(&l);
    sqlite3_free(path);
  }
  CHECK_INT(chdir(top), 0);
  static const struct {
    const char *path, *rest;
  } t[] = {{"x", "/x"}, {"./x", "/x"}, {"././x", "/x"}, {".", ""}, {"./", ""}, {"./.", ""}, {"", ""}, {"../x", "/../x"}, {".x", "/.x"}};
  CHECK(getcwd(cwd, sizeof cwd) != NULL);
  for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
    size_t literal;
    char *path = rocpd_absolute(t[i].path, &literal);
    CHECK(!strncmp(path, cwd, strlen(cwd)) && literal == strlen(cwd));
    CHECK_TEXT(path + literal, t[i].rest);
    sqlite3_free(path);
  }
  size_t literal = 5;
  char *path = rocpd_absolute("/a*/b", &literal);
  CHECK_TEXT(path, "/a*/b");
  CHECK_INT(literal, 0);
  sqlite3_free(path);
  CHECK_INT(chdir(back), 0);
}

/* ---- what cannot be read */

/* root can read everything, so it becomes the user nobody meanwhile. */
static void lose_rights(void) { if (getuid() == 0) CHECK_INT(seteuid(65534), 0); }
static void regain_rights(void) { if (getuid() == 0) CHECK_INT(seteuid(0), 0); }

static void unreadable(void) {
  rocpd_listing l;
  rocpd_error err = {0};
  clean();
  folder("good"), put("good/1"), folder("shut"), put("shut/2"), folder("shut_too"), folder("dark"), put("dark/3");
  CHECK_INT(chmod(under("shut"), 0), 0);
  CHECK_INT(chmod(under("shut_too"), 0), 0);
  CHECK_INT(chmod(under("dark"), 0444), 0); /* names can be read, but nothing else */
  lose_rights();
  CHECK_INT(rocpd_listing_read(&l, top, 0, NULL, false, &err), SQLITE_CANTOPEN);
  CHECK(err.message && (strstr(err.message, "/shut") || strstr(err.message, "/dark")) && strstr(err.message, "Permission denied"));
  rocpd_error_clear(&err);
  CHECK_INT(rocpd_listing_read(&l, top, 0, NULL, true, &err), SQLITE_OK);
  CHECK(l.files == 1 && !strcmp(l.file[0], under("good/1")));
  CHECK_INT(l.unreadable, 3);
  CHECK(l.again && l.why && strstr(l.why, "Permission denied") && !err.message);
  CHECK(rocpd_listing_stale(&l));
  rocpd_listing_free(&l);
  CHECK_INT(rocpd_listing_read(&l, under("s*"), 0, NULL, true, &err), SQLITE_OK);
  CHECK_INT(l.unreadable, 2);
  rocpd_listing_free(&l);
  regain_rights();
}

/* What is skipped, and what never is. */
static void skipping(void) {
  static const struct {
    int rc, skipped;
  } t[] = {{SQLITE_CANTOPEN, 1},  {SQLITE_CORRUPT, 1}, {SQLITE_CORRUPT | 5 << 8, 1}, {SQLITE_BUSY, 1},        {SQLITE_PERM, 1},
           {SQLITE_READONLY, 1},  {SQLITE_IOERR, 1},   {SQLITE_IOERR_READ, 1},       {SQLITE_IOERR_NOMEM, 0}, {SQLITE_NOMEM, 0},
           {SQLITE_INTERRUPT, 0}, {SQLITE_ERROR, 1},   {SQLITE_NOTADB, 1},           {SQLITE_TOOBIG, 1},      {SQLITE_MISUSE, 0}};
  for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++)
    for (int form = 0; form < 3; form++) {
      rocpd_listing l = {.skip = form > 0, .single = form == 2};
      rocpd_error why = {0}, err = {0};
      rocpd_fail(&why, t[i].rc, "first");
      bool skipped = t[i].skipped && form == 1;
      CHECK_INT(rocpd_listing_skip(&l, t[i].rc, &why, &err), skipped ? SQLITE_OK : t[i].rc);
      CHECK(l.unreadable == skipped && l.again == skipped && !why.message && !why.rc);
      CHECK_TEXT(skipped ? l.why : err.message, "first");
      rocpd_fail(&why, t[i].rc, "second");
      if (skipped) {
        CHECK_INT(rocpd_listing_skip(&l, t[i].rc, &why, &err), SQLITE_OK);
        CHECK_INT(l.unreadable, 2);
        CHECK_TEXT(l.why, "first");
      }
      rocpd_error_clear(&why);
      rocpd_error_clear(&err);
      rocpd_listing_free(&l);
    }
}

static void expecting(void) {
  static const struct { rocpd_listing l; const char *says; } t[] = {
    {{.expected = true}, NULL}, {{.unreadable = 1}, NULL}, {{.files = 1}, "no trace in it"}, {{.folders = 1}, "no trace in it"},
    {{.pattern = true}, "no file matches"}, {{.files = 0}, "no such file or folder"}};
  for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
    rocpd_error err = {0};
    int rc = rocpd_listing_expect(&t[i].l, "/the/path", &err);
    CHECK_INT(rc, t[i].says ? SQLITE_CANTOPEN : SQLITE_OK);
    if (t[i].says) CHECK(err.message && strstr(err.message, t[i].says) && strstr(err.message, "/the/path"));
    rocpd_error_clear(&err);
  }
}

/* ---- changes */

static void dated(const char *name, int64_t seconds_ago) {
  struct timespec now, t[2];
  clock_gettime(CLOCK_REALTIME, &now);
  t[0] = t[1] = (struct timespec){now.tv_sec - seconds_ago, now.tv_nsec};
  CHECK_INT(utimensat(AT_FDCWD, *name ? under(name) : top, t, 0), 0);
}

static rocpd_listing listed(const char *name) {
  rocpd_listing l;
  CHECK_INT(read_at(&l, *name ? under(name) : top, NULL), SQLITE_OK);
  return l;
}

static int stale_after(rocpd_listing l) {
  int is = rocpd_listing_stale(&l);
  rocpd_listing_free(&l);
  return is;
}

static void staleness(void) {
  rocpd_listing l;
  clean();
  folder("a"), folder("a/b"), put("a/b/1"), put("a/2");
  CHECK(stale_after(listed(""))); /* just made: more files may come within the same time stamp */
  dated("a/b", 10), dated("a", 10), dated("", 10);
  CHECK(!stale_after(listed("")));
  dated("a/b", 1);
  CHECK(stale_after(listed("")));
  dated("a/b", -3600); /* a clock that was wrong */
  CHECK(stale_after(listed("")));
  dated("a/b", 10);
  l = listed("");
  put("a/b/3");
  CHECK(stale_after(l));
  dated("a/b", 10);
  l = listed("");
  CHECK_INT(truncate(under("a/2"), 100), 0); /* the contents of a file do not matter to a listing */
  CHECK(!stale_after(l));
  l = listed("");
  dated("a/b", 20); /* the time went back */
  CHECK(stale_after(l));
  l = listed("");
  CHECK_INT(rename(under("a/b"), under("c")), 0);
  dated("a", 10), dated("", 10);
  CHECK(stale_after(l)); /* a folder was removed */
  l = listed("a/2");
  CHECK(!rocpd_listing_stale(&l));
  dated("a/2", 0);
  CHECK(!rocpd_listing_stale(&l));
  CHECK_INT(unlink(under("a/2")), 0);
  CHECK(stale_after(l));
  CHECK(stale_after(listed("*")) && stale_after(listed("a/none"))); /* these may change at any time */
}

/* Files and folders come and go during a listing. It never fails, and lists files that stay once. */
static _Atomic int stop;
static void *come_and_go(void *arg) {
  for (int i = 0; !stop; i++) {
    char *f = under("go/come"), *g = under("go/d"), *h = under("go/d/x");
    if (i % 4 == 0) { int fd = open(f, O_CREAT | O_WRONLY, 0644); if (fd >= 0) close(fd); }
    if (i % 4 == 1) unlink(f);
    if (i % 4 == 2 && mkdir(g, 0755) == 0) { int fd = open(h, O_CREAT | O_WRONLY, 0644); if (fd >= 0) close(fd); }
    if (i % 4 == 3) unlink(h), rmdir(g);
  }
  return NULL;
}

static int stays(const char *name, const char *what) { return 1; }

static void meanwhile(void) {
  pthread_t thread;
  char path[3100];
  clean();
  folder("go"), folder("go/stay");
  for (int i = 0; i < 20; i++) {
    char name[40];
    snprintf(name, sizeof name, i % 2 ? "go/%d" : "go/stay/%d", i), put(name);
  }
  snprintf(path, sizeof path, "%s/go", top); /* under() belongs to one thread */
  stop = 0;
  CHECK_INT(pthread_create(&thread, NULL, come_and_go, NULL), 0);
  for (int i = 0; i < 300; i++) {
    rocpd_listing l;
    rocpd_error err = {0};
    CHECK_INT(rocpd_listing_read(&l, path, 0, NULL, false, &err), SQLITE_OK);
    if (err.message) printf("# %s\n", err.message);
    rocpd_error_clear(&err);
    size_t kept = 0;
    for (size_t k = 0; k < l.files; k++) {
      if (strstr(l.file[k], "/go/come") || strstr(l.file[k], "/go/d/x")) sqlite3_free(l.file[k]);
      else l.file[kept++] = l.file[k];
    }
    l.files = kept;
    CHECK(same(&l, stays, "all that stay"));
    rocpd_listing_free(&l);
  }
  stop = 1;
  pthread_join(thread, NULL);
}

/* A folder is removed between the look at its name and its opening. */
static const char *vanishing;
DIR *opendir(const char *name) { /* replaces the C library's */
  DIR *(*real)(const char *) = (DIR *(*)(const char *))dlsym(RTLD_NEXT, "opendir");
  if (vanishing && !strcmp(name, vanishing)) CHECK_INT(rmdir(name), 0);
  return real(name);
}

static void vanished(void) {
  rocpd_listing l;
  rocpd_error err = {0};
  clean();
  folder("a"), put("a/1"), folder("b"), folder("c"), put("c/2");
  vanishing = under("b");
  CHECK_INT(rocpd_listing_read(&l, top, 0, NULL, false, &err), SQLITE_OK);
  CHECK(same(&l, below, "") && l.folders == 3 && !l.unreadable);
  rocpd_listing_free(&l);
  folder("b"); /* the folder that was named: an error, unless such are skipped */
  CHECK_INT(rocpd_listing_read(&l, vanishing, 0, NULL, false, &err), SQLITE_CANTOPEN);
  CHECK(err.message && strstr(err.message, "No such file"));
  rocpd_error_clear(&err);
  vanishing = NULL;
}

static void out_of_memory(void) {
  clean();
  folder("a"), put("a/1"), put("a/2"), folder("a/b"), put("a/b/3");
  for (int glob = 0; glob < 2; glob++)
    for (long nth = 1;; nth++) {
      rocpd_listing l;
      rocpd_error err = {0};
      memory_fail_at(nth);
      int rc = rocpd_listing_read(&l, under(glob ? "?" : "a"), 0, NULL, true, &err);
      bool failed = memory_failed();
      CHECK_INT(rc, failed ? SQLITE_NOMEM : SQLITE_OK);
      CHECK(failed || same(&l, below, ""));
      rocpd_error_clear(&err);
      rocpd_listing_free(&l);
      if (failed) continue;
      CHECK(nth > 8);
      break;
    }
  CHECK_INT(sqlite3_memory_used(), 0);
}

static void suffixes(void) {
  CHECK(rocpd_has_suffix("a.rocz", ".rocz") && rocpd_has_suffix("a", ""));
  CHECK(!rocpd_has_suffix(".rocz", ".rocz") && !rocpd_has_suffix("a.roc", ".rocz") && !rocpd_has_suffix("z", ".rocz") &&
        !rocpd_has_suffix("a.rocz.live", ".rocz"));
}

int main(void) {
  memory_begin();
  sqlite3_initialize();
  CHECK_INT(chmod(test_tmp(), 0755), 0);
  snprintf(top, sizeof top, "%s/listing", test_tmp());
  RUN(folders);
  RUN(named);
  RUN(links);
  RUN(depth);
  RUN(globs);
  RUN(names_that_look_like_globs);
  RUN(literal_prefix);
  RUN(unreadable);
  RUN(skipping);
  RUN(expecting);
  RUN(staleness);
  RUN(meanwhile);
  RUN(vanished);
  RUN(out_of_memory);
  RUN(suffixes);
  clean();
  return test_result();
}
