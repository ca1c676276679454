/* Internal to the source of rtg_tracer's texts (rtg_*.c).
**
**   rtg_line.c    what one line says
**   rtg_read.c    files as lines, lines as rows
**   rtg_link.c    kernels with their dispatches, and all with the calls around them
**   rtg_source.c  the class: which files are one source, looking at them again, health
**
** A process writes one file, or a folder with one file for each thread. The GPU's records are in the file of the tracer's own thread, so the files of such a
** folder are one source, named after the first of them. */
#ifndef ROCPD_RTG_H
#define ROCPD_RTG_H
#include "whole_source.h"
#include "row_store.h"

/* ---- rtg_line.c */

enum rocpd_rtg_form {
  RTG_OTHER,     /* output of the program or of other tools */
  RTG_MALFORMED, /* begins like a record, but is not one */
  RTG_HIP, RTG_HSA,
  RTG_RANGE, RTG_MARK,                /* roctx */
  RTG_DISPATCH_HOST, RTG_DISPATCH,    /* when the packet was written; when the GPU had executed it */
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
  rocpd_rtg_text name;         /* name of the call, kernel or copy; message of a marker */
  rocpd_rtg_text args, kernel; /* of a call */
  int64_t result;              /* ROCPD_NULL: none */
  int64_t start, end;          /* only start is set for packets that are written, and for marks */
  int64_t agent, queue, signal, id; /* queue, id: ROCPD_NULL if not stated */
  int64_t dependency[RTG_DEPENDENCIES]; /* signals, 0: none */
  int64_t workgroup[3], grid[3];
  int64_t size;                /* bytes of a copy; ROCPD_NULL if not stated */
} rocpd_rtg_line;

/* Parses a line, without its line end. Only the members that the line's form has are set. */
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
  int64_t number; /* id of its kernel, if that has no end */
  int64_t pid, id, tid, tick, name;
  int64_t workgroup[3], grid[3];
  uint32_t thread, queue;
  uint32_t next;  /* 1 + index of the next one with the same process and id */
  bool used;
  int64_t stack_id; /* stack_id of the call in which it was written; 0: none */
} rocpd_rtg_host;

typedef struct rocpd_rtg_file {
  char *path;
  uint64_t device, inode;
  int64_t size, mtime_ns;
  uint64_t read; /* number of bytes read so far */
} rocpd_rtg_file;

typedef struct rocpd_rtg {
  rocpd_whole_source whole; /* must be first */
  bool folder; /* a folder with one file for each thread */
  rocpd_rtg_file *file;
  size_t files;
  rocpd_row_store region, kernel, copy, sample, arg;
  rocpd_map kernel_details; /* kernel name -> extdata of calls that launch it */
  rocpd_rtg_host *host;
  uint32_t hosts;
  uint64_t lines, form[RTG_FORMS]; /* number of lines, and of lines by form */
  uint64_t cut, cut_bytes;         /* number of last lines that are still being written, and their bytes */
  uint64_t negative;               /* rows that end before they start */
  char *malformed, *other;         /* numbers of the first such lines, as text */
} rocpd_rtg;

/* Lanes of regions. */
#define RTG_LANE_OF_THREAD(thread) ((thread) * 2)
#define RTG_LANE_OF_QUEUE(queue) ((queue) * 2 + 1)

/* rtg_read.c: makes rows of all lines of all files, or only the rows of arguments. */
extern const rocpd_row_layout rocpd_rtg_region, rocpd_rtg_kernel, rocpd_rtg_copy, rocpd_rtg_sample, rocpd_rtg_arg;
int rocpd_rtg_read(rocpd_rtg *f, rocpd_error *err);
int rocpd_rtg_read_args(rocpd_rtg *f, rocpd_error *err);
/* Adds a kernel of a queue, with the columns that follow from the queue; NULL on failure. */
int64_t *rocpd_rtg_add_kernel(rocpd_rtg *f, uint32_t queue, int64_t id, int64_t name, int *rc);

/* rtg_link.c: called when all rows have been read; links kernels, dispatches and calls. */
int rocpd_rtg_link(rocpd_rtg *f);

#endif
