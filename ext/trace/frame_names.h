/* Names of frames: the column `function` of frames that a file knows by their place only (ext/help/topics/symbols.md). */
#ifndef ROCPD_FRAME_NAMES_H
#define ROCPD_FRAME_NAMES_H
#include "snapshot.h"

/* From now on, the names of a source's frames are looked up. For sources that deliver frames. Connection's thread. */
int rocpd_frame_names_make(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err);
/* The modules that the source's frames are in for which there are no symbols: *n of them, and why there are none for the first (*why, which the caller
** frees; NULL if *n is 0). Frames that have a name in the file do not count. Connection's thread. */
int rocpd_frame_names_missing(rocpd_snapshot *s, rocpd_source *source, int64_t *n, char **why, rocpd_error *err);

#endif
