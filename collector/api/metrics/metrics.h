/* Metrics: values of the process and of the machine, COLLECT_METRICS_HZ times a second (domain `metrics`).
**
**   metrics   the module: when the writer makes a round, and what that costs
**   file      files of /proc and /sys whose descriptors stay open
**   source    a file, and which numbers of its text are which tracks
**   track     a row of the table `metrics` for a value
**   process   memory, faults, switches, CPU time, bytes of the process
**   group     its control groups: use, limits, throttling; group_path: where they are
**   pressure  how long work waited for CPUs, memory and I/O
**   host      frequencies of CPUs, network and InfiniBand
**   gpu       GPUs, also those that the process does not use; gpu_metrics: the file of that name
**
** Everything runs on the writer: it needs no lock, and the program has no thread more. No round allocates memory, and none opens a file that
** could be opened before. What cannot be read has no row. */
#ifndef COLLECT_METRICS_H
#define COLLECT_METRICS_H
#include "collect.h"
#include <sys/types.h>

extern collect_domain collect_domain_metrics;

/* ---- file.c ---- */

/* A file that is read again and again, as METRICS_FILE(folder, name) makes it. */
typedef struct metrics_file {
  const char *folder; /* in the system's root, COLLECT_SYSROOT; "" : the root itself */
  const char *name;   /* may have further folders */
  int opened;         /* 1 + descriptor; 0: not open */
  int64_t again_ns;   /* it could not be opened; it is tried again then */
  bool absent;        /* because there is no such file */
} metrics_file;
#define METRICS_FILE(in, file) {.folder = (in), .name = (file)}

#define METRICS_TEXT 4096 /* more than any of the files has that are read */

/* Reads the file from its start, and adds a NUL: at most size - 1 bytes. Returns their number; 0: it cannot be read now, or has none. A file that
** has gone is looked for again at intervals. */
size_t metrics_file_read(metrics_file *f, int64_t now, void *to, size_t size);
/* The same for a file that is needed once; at most size - 1 bytes from the offset on. */
size_t metrics_file_read_once(const char *folder, const char *name, off_t at, void *to, size_t size);
void metrics_file_close(metrics_file *f);
/* In a forked child: the descriptor is the parent's, or none. */
void metrics_file_forked(metrics_file *f);
/* Gives the names in the folder to `fn`, until it returns false. */
void metrics_folder_each(const char *folder, bool (*fn)(const char *name, void *arg), void *arg);
/* Since the recording began: how often no file could be opened for want of a descriptor or memory, and the last such file. */
uint64_t metrics_files_refused(const char **folder, const char **name);
void metrics_files_forked(void);

/* ---- track.c ---- */

enum metrics_owner { METRICS_OF_PROCESS, METRICS_OF_HOST, METRICS_OF_AGENT };
typedef struct metrics_track {
  const char *name, *unit; /* NULL: no unit */
  uint8_t owner;
  int64_t agent_id;        /* of an agent's */
  uint32_t known;          /* the generation in which the file has the texts */
  uint64_t name_word, unit_word;
} metrics_track;

/* Whether rows can be written now: something is recorded. Call it before each round. */
bool metrics_rows_ready(void);
/* Writes a row. Rows that find no room are dropped, and counted with the calls that were. */
void metrics_write(metrics_track *t, double value);

/* ---- source.c ---- */

/* A number in a text: the first one behind `key`, which is what a line begins with. "some|total=": behind the text after the bar, in that line. NULL:
** the first one of the text. */
bool metrics_number(const char *text, const char *key, double *value);
/* Reads the number at the beginning of a file. False: it cannot be read now, or is no number. */
bool metrics_file_number(metrics_file *f, int64_t now, double *value);

typedef struct metrics_item {
  metrics_track track;
  const char *key;
  double scale; /* the value is the number times this */
} metrics_item;
typedef struct metrics_source {
  metrics_file file;
  metrics_item *item;
  int items;
} metrics_source;
#define METRICS_SOURCE(folder, name, list) {METRICS_FILE(folder, name), (list), sizeof(list) / sizeof *(list)}
/* Reads the file and writes its values. */
void metrics_source_read(metrics_source *s, int64_t now);
void metrics_sources_forked(metrics_source *s, int n);

#define METRICS_MB 1e-6 /* of bytes */

/* ---- parts: metrics.c calls them in the order of these numbers ---- */

typedef struct metrics_part {
  int order;
  void (*round)(int64_t now, bool second); /* `second`: for the first time in a second: for what changes seldom */
  void (*forked)(void); /* in a forked child: no descriptor is its own */
  void (*health)(void); /* writes lines of `health`, by metrics_health(); or NULL */
} metrics_part;
#define METRICS_PART(id) COLLECT_REGISTER(metrics_part, metrics_parts, id)
void metrics_health(const char *name, uint64_t value, const char *detail);

#endif
