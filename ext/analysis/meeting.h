/* Collective operations: kernels, one on each of several GPUs, that form one operation. None of them ends before the last has started. The time that the
** others take until then is waiting, not work.
**
** They are recognized by name alone: the n-th kernels of a name on each GPU of the files, if all GPUs with that name have the same number of them and those of
** one host overlap in time. */
#ifndef ROCPD_MEETING_H
#define ROCPD_MEETING_H
#include "map.h"
#include "part.h"

typedef struct rocpd_meeting {
  uint32_t n, come;  /* number of kernels; come: number that have started in the changed schedule */
  int64_t work_ns;   /* duration of the shortest kernel: it started last, and waited for none */
  int64_t last;      /* of those that have started the latest start, from the end on that it had */
  bool broken;       /* a kernel will never start, so the others go on alone */
} rocpd_meeting;

typedef struct rocpd_meetings {
  rocpd_meeting *meeting;
  size_t n;
  rocpd_map *of;     /* [files] number of a kernel in its file (times.h) -> meeting */
  size_t files;
} rocpd_meetings;

/* Finds the meetings of at least one file or process, of kernels that lie entirely in the time from `from` to `to`. of_run: the files are known to be of one
** run; times of different hosts are then not compared. Connection's thread. After an error nothing needs to be freed. */
int rocpd_meetings_make(const rocpd_part *const *file, size_t files, bool of_run, int64_t from, int64_t to, rocpd_meetings *out, rocpd_error *err);
void rocpd_meetings_drop(rocpd_meetings *m);

/* The meeting of a kernel; NULL: it is in none. */
static inline rocpd_meeting *rocpd_meeting_of(const rocpd_meetings *m, size_t file, uint32_t kernel) {
  uint64_t at = m ? rocpd_map_get(&m->of[file], kernel, UINT64_MAX) : UINT64_MAX;
  return at == UINT64_MAX ? NULL : &m->meeting[at];
}

#endif
