/* Fuzz target: a database, attached to a connection; all columns of all kinds are read, those
** of the views among them.
**
** Input: a byte of flags (2: damage is skipped), then the database. The corpus is what
** tests/helper/rocpd_gen.py writes, cut to a few rows and small pages. */
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
      snprintf(path, sizeof(path), "%s/fuzz_database.%d.db", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (int)getpid());
      atexit(remove_file);
    }
  }
  if (size < 1) return 0;
  unlink(path);
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || write(fd, data + 1, size - 1) != (ssize_t)(size - 1)) abort();
  close(fd);
  read_trace(db, path, &(rocpd_open_options){.skip_damaged = (data[0] & 2) != 0});
  return 0;
}
