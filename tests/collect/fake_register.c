/* A stand-in for librocprofiler-register.so.0. */
#include <stdint.h>
int rocprofiler_register_library_api_table(const char *name, void *import, uint32_t version, void **tables, uint64_t count, uint64_t *id);
int rocprofiler_register_library_api_table(const char *name, void *import, uint32_t version, void **tables, uint64_t count, uint64_t *id) {
  *id = name[0] == 'h' && import && version == 11300 && tables[0] && count == 1 ? 4711 : 0;
  return 7;
}
