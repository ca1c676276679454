/* Stamps (stamp.h): which changes of a file and of its -wal file are noticed, for file times that have settled, and for times too
** young to tell. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "memory.h"
#include "stamp.h"
#include "test.h"

#define SECOND INT64_C(1000000000)
static char path[4000], wal[4096], other[4096];

static int64_t now(void) {
  struct timespec ts;
  clock_gettime(CLOCK_REALTIME, &ts);
  return rocpd_timespec_ns(ts);
}

static void dated(const char *file, int64_t ns) {
  struct timespec t[2] = {{ns / SECOND, ns % SECOND}, {ns / SECOND, ns % SECOND}};
  CHECK_INT(utimensat(AT_FDCWD, file, t, 0), 0);
}

/* Writes a file of `size` bytes `fill` in place; the byte at `at` differs. */
static void file(const char *name, int size, char fill, int at, int64_t ns) {
  char bytes[4096];
  memset(bytes, fill, sizeof(bytes));
  if (at >= 0) bytes[at]++;
  int fd = open(name, O_CREAT | O_WRONLY, 0644);
  CHECK(fd >= 0 && write(fd, bytes, (size_t)size) == size && ftruncate(fd, size) == 0);
  close(fd);
  dated(name, ns);
}

static void fresh(int64_t ns) {
  unlink(wal);
  unlink(path);
  file(path, 1000, 'a', -1, ns);
}

static rocpd_stamp take(void) {
  rocpd_stamp s;
  CHECK_INT(rocpd_stamp_take(path, &s, NULL), SQLITE_OK);
  return s;
}

/* Whether a stamp holds. A copy is used, so that it can be asked again. */
static bool holds(rocpd_stamp s) { return rocpd_stamp_holds(path, &s); }

/* ---- */

static void settled(void) {
  int64_t t = now() - 10 * SECOND;
  fresh(t);
  rocpd_stamp s = take();
  CHECK(s.settled && holds(s));
  CHECK_INT(s.size, 1000);
  CHECK_INT(s.mtime_ns, t);
  file(path, 1001, 'a', -1, t); /* longer */
  CHECK(!holds(s));
  file(path, 1000, 'a', -1, t + 1); /* a nanosecond later */
  CHECK(!holds(s));
  file(path, 1000, 'a', -1, t - SECOND); /* earlier, as if restored from a backup */
  CHECK(!holds(s));
  file(path, 1000, 'a', 5, t); /* if the time is set back, nothing shows the change */
  CHECK(holds(s));
}

static void replaced(void) {
  int64_t t = now() - 10 * SECOND;
  fresh(t);
  rocpd_stamp s = take();
  file(other, 1000, 'a', -1, t);
  CHECK_INT(rename(other, path), 0);
  CHECK(!holds(s));
  CHECK_INT(unlink(path), 0);
  CHECK(!holds(s));
  rocpd_error err = {0};
  CHECK_INT(rocpd_stamp_take(path, &s, &err), SQLITE_CANTOPEN);
  CHECK(err.message && strstr(err.message, path) && strstr(err.message, "the file is gone"));
  rocpd_error_clear(&err);
}

/* The file was changed just now, or in the future: its times tell nothing, but its first 100 bytes do. */
static void racy_at(int64_t t) {
  for (int at = 0; at < 1000; at += at == 99 || at == 100 ? 1 : 33) {
    fresh(t);
    rocpd_stamp s = take();
    CHECK(!s.settled && holds(s));
    file(path, 1000, 'a', at, t);
    CHECK_INT(holds(s), at >= 100);
  }
  fresh(t);
  rocpd_stamp s = take();
  file(path, 999, 'a', -1, t);
  CHECK(!holds(s));
}

static void racy(void) { racy_at(now() + SECOND / 2); }
static void in_the_future(void) { racy_at(now() + 3600 * SECOND); }

/* A stamp that holds once the file's time has settled is settled itself. */
static void settles(void) {
  for (int tries = 0; tries < 20; tries++) {
    int64_t until = now() + SECOND / 20;
    fresh(until - ROCPD_RACY_NS);
    rocpd_stamp s = take();
    if (s.settled) continue; /* this machine was too slow */
    while (now() <= until) usleep(1000);
    CHECK(!s.settled && rocpd_stamp_holds(path, &s) && s.settled);
    file(path, 1000, 'a', 5, until - ROCPD_RACY_NS);
    CHECK(rocpd_stamp_holds(path, &s)); /* it does not read the file any more */
    return;
  }
  CHECK(!"the machine is too slow");
}

static void short_files(void) {
  for (int size = 0; size <= 100; size += 50) {
    unlink(path);
    file(path, size, 'a', -1, now());
    rocpd_stamp s = take();
    CHECK(holds(s));
    file(path, size, 'a', size - 1, now());
    file(path, size, 'a', size - 1, s.mtime_ns);
    CHECK_INT(holds(s), size == 0);
  }
}

static void wal_files(void) {
  int64_t t = now() - 10 * SECOND;
  fresh(t);
  rocpd_stamp s = take();
  file(wal, 500, 'w', -1, t); /* a -wal file appears */
  CHECK(!holds(s));
  s = take();
  CHECK(s.settled && holds(s));
  CHECK_INT(s.wal_size, 500);
  CHECK(s.wal_head[0] == 'w' && s.wal_head[31] == 'w');
  file(wal, 501, 'w', -1, t);
  CHECK(!holds(s));
  file(wal, 500, 'w', -1, t + 1);
  CHECK(!holds(s));
  file(wal, 500, 'w', -1, t);
  CHECK(holds(s));
  CHECK_INT(unlink(wal), 0);
  CHECK(!holds(s));
  /* Rows may be written into a -wal file again without changing its size or head. */
  file(wal, 500, 'w', -1, now() + SECOND / 2);
  s = take();
  CHECK(!s.settled && !holds(s));
  /* What is not a file has no stamp. */
  CHECK_INT(unlink(wal), 0);
  CHECK_INT(mkdir(wal, 0755), 0);
  s = take();
  CHECK(s.settled && s.wal_size == 0 && s.wal_mtime_ns == 0 && holds(s));
  CHECK_INT(rmdir(wal), 0);
}

static void folders(void) {
  rocpd_error err = {0};
  rocpd_stamp s;
  int rc = rocpd_stamp_take(test_tmp(), &s, &err);
  CHECK(rc != SQLITE_OK && rc == err.rc && err.message && strstr(err.message, test_tmp()));
  rocpd_error_clear(&err);
}

static void out_of_memory(void) {
  int failures = 0;
  fresh(now() - 10 * SECOND);
  file(wal, 500, 'w', -1, now());
  for (long nth = 1;; nth++) {
    rocpd_stamp s;
    memory_fail_at(nth);
    int rc = rocpd_stamp_take(path, &s, NULL);
    if (!memory_failed()) break;
    failures++;
    CHECK_INT(rc, SQLITE_NOMEM);
  }
  CHECK(failures >= 2);
  rocpd_stamp s = take();
  for (long nth = 1;; nth++) {
    memory_fail_at(nth);
    bool same = rocpd_stamp_holds(path, &s);
    if (!memory_failed()) break;
    CHECK(!same); /* if it cannot be told, the file is read again */
  }
  CHECK_INT(sqlite3_memory_used(), 0);
}

int main(void) {
  memory_begin();
  sqlite3_initialize();
  snprintf(path, sizeof path, "%s/stamp.db", test_tmp());
  snprintf(wal, sizeof wal, "%s-wal", path);
  snprintf(other, sizeof other, "%s/other.db", test_tmp());
  RUN(settled);
  RUN(replaced);
  RUN(racy);
  RUN(in_the_future);
  RUN(settles);
  RUN(short_files);
  RUN(wal_files);
  RUN(folders);
  RUN(out_of_memory);
  return test_result();
}
