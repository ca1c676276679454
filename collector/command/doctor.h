/* rocpd-doctor: what its parts offer each other.
**
**   doctor            the command
**   doctor_print      prints findings, as lines or as JSON
**   doctor_installed  what is installed, and which SQLite loads the extension
**   doctor_gpu        driver, GPUs, ROCm, counters
**   doctor_settings   what would be recorded, and where
**   doctor_program    whether a program can be recorded, and how it reaches HIP
**   libraries         where the loader finds a library */
#ifndef COLLECT_DOCTOR_H
#define COLLECT_DOCTOR_H
#include "command.h"
#include "elf_file.h"

enum collect_found {
  COLLECT_GOOD,
  COLLECT_NOTE,   /* worth knowing; it does not prevent a recording */
  COLLECT_TROUBLE /* it prevents a recording; the advice says what to do */
};

typedef struct collect_diagnosis {
  bool json;
  int lines, troubles;
} collect_diagnosis;

/* Begins a part. Its findings follow. */
void collect_part_begin(collect_diagnosis *d, const char *title);
/* Prints one finding. `advice`: what to do, or NULL. */
void collect_found(collect_diagnosis *d, enum collect_found kind, const char *advice, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints how many findings prevent a recording. */
void collect_diagnosis_end(const collect_diagnosis *d);

void collect_doctor_installed(collect_diagnosis *d);
void collect_doctor_gpu(collect_diagnosis *d);
void collect_doctor_settings(collect_diagnosis *d);
/* `path`: the program's file. */
void collect_doctor_program(collect_diagnosis *d, const char *path);

/* The file that the loader would load under this name, for the file at `path` (used for $ORIGIN) with this RPATH and RUNPATH
** (either may be NULL). NULL: none. The caller frees it. *by: what led there ("RUNPATH"); NULL: the linker's own folders. Instead
** of the linker's cache, the usual folders and those of /etc/ld.so.conf.d are searched. */
char *collect_library_find(const char *name, const char *path, const char *rpath, const char *runpath, const char **by);

#endif
