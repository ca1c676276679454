/* Fuzz target: a text of rtg_tracer as a file, attached to a connection; all columns of all
** kinds are read and checked against what the contract of column.h promises. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "db.h"
#include "read_trace.h"

#define RUNS_OF_A_CONNECTION 500 /* interned strings stay as long as it does */

static char path[128];

static void remove_file(void) { unlink(path); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static sqlite3 *db;
  static unsigned runs;
  if (runs++ % RUNS_OF_A_CONNECTION == 0) {
    sqlite3_close(db);
    db = db_open(":memory:");
    if (!path[0]) {
      snprintf(path, sizeof(path), "%s/rtg_trace.%d", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (int)getpid());
      atexit(remove_file);
    }
  }
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
  close(fd);
  read_trace(db, path, &(rocpd_open_options){0});
  return 0;
}
