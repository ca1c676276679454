/* Finds the file of a module, and its debug file, by the build id: see ext/help/topics/symbols.md. */
#ifndef ROCPD_MODULE_FILE_H
#define ROCPD_MODULE_FILE_H
#include "elf_image.h"

typedef struct rocpd_module_file {
  rocpd_elf_image code, debug; /* size 0: not found */
  uint64_t first_address;      /* that modules.load_base is in memory */
  char *why;                   /* neither was found: the reason. The caller frees it */
} rocpd_module_file;

/* Opens what there is. path: as recorded; build_id: in hexadecimal, NULL: none was recorded; folders: the search path. SQLITE_NOMEM. */
int rocpd_module_file_open(const char *path, const char *build_id, const char *folders, rocpd_module_file *out);
void rocpd_module_file_close(rocpd_module_file *m);

#endif
