/* Inside of the source of rtg_tracer's texts (rtg_*.c).
**
**   rtg_line.c    what one line says
**   rtg_read.c    files as lines, lines as rows
**   rtg_link.c    kernels with their dispatches, and all with the calls around them
**   rtg_source.c  the class: which files are one source, looking at them again, health
**
** A process writes one file, or one file for each of its threads in a folder. The GPU's
** records are in the file of the tracer's own thread, so the files of such a folder are
** one source: under the name of the first of them. */
#ifndef ROCPD_RTG_H
#define ROCPD_RTG_H
#include "whole_source.h"
#include "row_store.h"

/* ---- rtg_line.c */

enum rocpd_rtg_form {
  RTG_OTHER,     /* text of the program, or what other tools print */
  RTG_MALFORMED, /* begins as a record and is none */
  RTG_HIP, RTG_HSA,
  RTG_RANGE, RTG_MARK,                /* roctx */
  RTG_DISPATCH_HOST, RTG_DISPATCH,    /* as a packet was written; as the GPU had done it */
  RTG_BARRIER_HOST, RTG_BARRIER,
  RTG_VENDOR_HOST, RTG_VENDOR,
  RTG_COPY,
  RTG_PROFILE_KERNEL, RTG_PROFILE_BARRIER, RTG_PROFILE_COPY, /* HCC_PROFILE=2 */
  RTG_FORMS
};

typedef struct rocpd_rtg_text {
  const char *at; /* NULL: there is none */
  size_t size;
} rocpd_rtg_text;

#define RTG_DEPENDENCIES 5
typedef struct rocpd_rtg_line {
  int64_t pid, tid;
  rocpd_rtg_text name;         /* of the call, the kernel or the copy; a marker's message */
  rocpd_rtg_text args, kernel; /* of a call */
  int64_t result;              /* ROCPD_NULL: none */
  int64_t start, end;          /* start alone: when a packet was written, or a mark */
  int64_t agent, queue, signal, id; /* queue, id: ROCPD_NULL not said */
  int64_t dependency[RTG_DEPENDENCIES]; /* signals, 0: none */
  int64_t workgroup[3], grid[3];
  int64_t size;                /* bytes of a copy, ROCPD_NULL: not said */
} rocpd_rtg_line;

/* `line` has no line end. Of the others only what the form has is set. */
enum rocpd_rtg_form rocpd_rtg_parse(const char *line, size_t size, rocpd_rtg_line *out);
/* Calls f(arg, position, name, value) for each argument of a call: "a=v, b=v" of HIP, or
** values alone. Stops when it does not return SQLITE_OK. */
int rocpd_rtg_args(rocpd_rtg_text args, int (*f)(void *arg, int position, rocpd_rtg_text name, rocpd_rtg_text value), void *arg);

/* ---- rows. The values of each kind, in the order of the layouts in rtg_read.c */

enum { RTG_R_ID, RTG_R_CATEGORY, RTG_R_NAME, RTG_R_PID, RTG_R_TID, RTG_R_START, RTG_R_END, RTG_R_PARENT, RTG_R_EXTDATA, RTG_R_RESULT, RTG_R_VALUES };
enum { RTG_K_ID, RTG_K_EVENT, RTG_K_DISPATCH, RTG_K_PID, RTG_K_TID, RTG_K_NAME, RTG_K_SYMBOL, RTG_K_AGENT, RTG_K_AGENT_INDEX, RTG_K_QUEUE,
       RTG_K_QUEUE_NAME, RTG_K_START, RTG_K_END, RTG_K_GRID, RTG_K_WORKGROUP = RTG_K_GRID + 3, RTG_K_STACK = RTG_K_WORKGROUP + 3, RTG_K_VALUES };

/* A packet as the host wrote it. */
typedef struct rocpd_rtg_host {
  int64_t number; /* id of its kernel where that has no end */
  int64_t pid, id, tid, tick, name;
  int64_t workgroup[3], grid[3];
  uint32_t thread, queue;
  uint32_t next;  /* 1 + the next of the same process and id */
  bool used;
  int64_t stack_id; /* of the call that was running, 0: none */
} rocpd_rtg_host;

typedef struct rocpd_rtg_file {
  char *path;
  uint64_t device, inode;
  int64_t size, mtime_ns;
  uint64_t read; /* bytes that were read */
} rocpd_rtg_file;

typedef struct rocpd_rtg {
  rocpd_whole_source whole; /* must be first */
  bool folder; /* files of one for each thread */
  rocpd_rtg_file *file;
  size_t files;
  rocpd_row_store region, kernel, copy, sample, arg;
  rocpd_map kernel_details; /* name -> extdata of calls that launch it */
  rocpd_rtg_host *host;
  uint32_t hosts;
  uint64_t lines, form[RTG_FORMS]; /* how many */
  uint64_t cut;                    /* last lines without an end that say nothing yet */
  uint64_t negative;               /* rows that end before they start */
  char *malformed, *other;         /* where the first ones are */
} rocpd_rtg;

/* Lanes of regions. */
#define RTG_LANE_OF_THREAD(thread) ((thread) * 2)
#define RTG_LANE_OF_QUEUE(queue) ((queue) * 2 + 1)

/* rtg_read.c: all lines of all files become rows, or only their arguments. */
extern const rocpd_row_layout rocpd_rtg_region, rocpd_rtg_kernel, rocpd_rtg_copy, rocpd_rtg_sample, rocpd_rtg_arg;
int rocpd_rtg_read(rocpd_rtg *f, rocpd_error *err);
int rocpd_rtg_read_args(rocpd_rtg *f, rocpd_error *err);
/* A kernel of a queue, with what follows from that; NULL on failure. */
int64_t *rocpd_rtg_add_kernel(rocpd_rtg *f, uint32_t queue, int64_t id, int64_t name, int *rc);

/* rtg_link.c: when all rows are there. */
int rocpd_rtg_link(rocpd_rtg *f);

#endif
