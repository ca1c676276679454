/* rocpd-doctor: what its parts offer each other.
**
**   doctor            the command
**   doctor_print      findings, as lines or as JSON
**   doctor_installed  what is installed, which SQLite loads the extension
**   doctor_gpu        driver, GPUs, ROCm, counters
**   doctor_settings   what would be recorded, and where to
**   doctor_program    can it be recorded, and how does it reach HIP?
**   libraries         where the loader finds a library */
#ifndef COLLECT_DOCTOR_H
#define COLLECT_DOCTOR_H
#include "command.h"
#include "elf_file.h"

enum collect_found {
  COLLECT_GOOD,
  COLLECT_NOTE,   /* worth knowing, but nothing stands in the way */
  COLLECT_TROUBLE /* something stands in the way: the advice says what to do */
};

typedef struct collect_diagnosis {
  bool json;
  int lines, troubles;
} collect_diagnosis;

/* A part begins; its findings follow. */
void collect_part_begin(collect_diagnosis *d, const char *title);
/* One finding. `advice`: what to do, or NULL. */
void collect_found(collect_diagnosis *d, enum collect_found kind, const char *advice, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* How many things stand in the way. */
void collect_diagnosis_end(const collect_diagnosis *d);

void collect_doctor_installed(collect_diagnosis *d);
void collect_doctor_gpu(collect_diagnosis *d);
void collect_doctor_settings(collect_diagnosis *d);
/* `path`: its file. */
void collect_doctor_program(collect_diagnosis *d, const char *path);

/* The file of the library of this name that the loader would take for a file with this RPATH and RUNPATH (either may be NULL; of the file at `path`, for
** $ORIGIN). NULL: none. The caller frees it. *by: what led there ("RUNPATH"), NULL: the linker's own folders. What programs find by the cache of the linker
** is looked for in its usual folders and in those of /etc/ld.so.conf.d. */
char *collect_library_find(const char *name, const char *path, const char *rpath, const char *runpath, const char **by);

#endif
