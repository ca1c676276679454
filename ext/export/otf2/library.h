/* libotf2, which writes OTF2 traces. It is loaded when an export needs it, so that the extension does not depend on it.
**
** Only the used part of its interface is declared, from its public documentation. These functions and constants cannot change within a version of the file
** format and of the library's soname. tests/export/test_otf2.sh compares them with the headers. */
#ifndef ROCPD_OTF2_LIBRARY_H
#define ROCPD_OTF2_LIBRARY_H
#include "base.h"
#include <pthread.h>

struct OTF2_Archive_struct;
struct OTF2_EvtWriter_struct;
struct OTF2_DefWriter_struct;
struct OTF2_GlobalDefWriter_struct;
struct OTF2_AttributeList_struct;
struct OTF2_FlushCallbacks;
struct OTF2_LockingCallbacks;
struct OTF2_MemoryCallbacks;
union OTF2_AttributeValue_union;
union OTF2_MetricValue_union;
#define A struct OTF2_Archive_struct *
#define E struct OTF2_EvtWriter_struct *
#define D struct OTF2_GlobalDefWriter_struct *
#define L struct OTF2_AttributeList_struct *

/* f(type, name after "OTF2_", parameters). Functions of type int return ROCPD_OTF2_SUCCESS or an error code. */
#define ROCPD_OTF2_FUNCTIONS(f) \
  f(A, Archive_Open, (const char *folder, const char *name, uint8_t mode, uint64_t chunk, uint64_t definition_chunk, uint8_t substrate, uint8_t compression)) \
  f(int, Archive_Close, (A)) \
  f(int, Archive_SetCreator, (A, const char *)) \
  f(int, Archive_SetProperty, (A, const char *name, const char *value, bool overwrite)) \
  f(int, Archive_SetFlushCallbacks, (A, const struct OTF2_FlushCallbacks *, void *)) \
  f(int, Archive_SetLockingCallbacks, (A, const struct OTF2_LockingCallbacks *, void *)) \
  f(int, Archive_SetMemoryCallbacks, (A, const struct OTF2_MemoryCallbacks *, void *)) \
  f(int, Archive_SetSerialCollectiveCallbacks, (A)) \
  f(int, Archive_OpenEvtFiles, (A)) \
  f(int, Archive_OpenDefFiles, (A)) \
  f(int, Archive_CloseDefFiles, (A)) \
  f(int, Archive_CloseEvtFiles, (A)) \
  f(E, Archive_GetEvtWriter, (A, uint64_t location)) \
  f(int, Archive_CloseEvtWriter, (A, E)) \
  f(struct OTF2_DefWriter_struct *, Archive_GetDefWriter, (A, uint64_t location)) \
  f(int, Archive_CloseDefWriter, (A, struct OTF2_DefWriter_struct *)) \
  f(D, Archive_GetGlobalDefWriter, (A)) \
  f(int, Archive_CloseGlobalDefWriter, (A, D)) \
  f(int, EvtWriter_Enter, (E, L, uint64_t time, uint32_t region)) \
  f(int, EvtWriter_Leave, (E, L, uint64_t time, uint32_t region)) \
  f(int, EvtWriter_RmaPut, (E, L, uint64_t time, uint32_t window, uint32_t remote, uint64_t bytes, uint64_t matching)) \
  f(int, EvtWriter_RmaGet, (E, L, uint64_t time, uint32_t window, uint32_t remote, uint64_t bytes, uint64_t matching)) \
  f(int, EvtWriter_RmaOpCompleteBlocking, (E, L, uint64_t time, uint32_t window, uint64_t matching)) \
  f(int, EvtWriter_ParameterString, (E, L, uint64_t time, uint32_t parameter, uint32_t string)) \
  f(int, EvtWriter_ParameterInt, (E, L, uint64_t time, uint32_t parameter, int64_t value)) \
  f(int, EvtWriter_ParameterUnsignedInt, (E, L, uint64_t time, uint32_t parameter, uint64_t value)) \
  f(int, EvtWriter_CallingContextSample, (E, L, uint64_t time, uint32_t context, uint32_t distance, uint32_t generator)) \
  f(int, EvtWriter_Metric, (E, L, uint64_t time, uint32_t metric, uint8_t n, const uint8_t *types, const union OTF2_MetricValue_union *)) \
  f(L, AttributeList_New, (void)) \
  f(int, AttributeList_Delete, (L)) \
  f(int, AttributeList_AddInt64, (L, uint32_t attribute, int64_t value)) \
  f(int, AttributeList_AddStringRef, (L, uint32_t attribute, uint32_t string)) \
  f(int, AttributeList_AddSourceCodeLocationRef, (L, uint32_t attribute, uint32_t location)) \
  f(int, GlobalDefWriter_WriteClockProperties, (D, uint64_t resolution, uint64_t offset, uint64_t length, uint64_t real_time)) \
  f(int, GlobalDefWriter_WriteParadigm, (D, uint8_t paradigm, uint32_t name, uint8_t class)) \
  f(int, GlobalDefWriter_WriteString, (D, uint32_t self, const char *)) \
  f(int, GlobalDefWriter_WriteAttribute, (D, uint32_t self, uint32_t name, uint32_t description, uint8_t type)) \
  f(int, GlobalDefWriter_WriteSystemTreeNode, (D, uint32_t self, uint32_t name, uint32_t class, uint32_t parent)) \
  f(int, GlobalDefWriter_WriteSystemTreeNodeDomain, (D, uint32_t node, uint8_t domain)) \
  f(int, GlobalDefWriter_WriteLocationGroup, (D, uint32_t self, uint32_t name, uint8_t type, uint32_t node, uint32_t creator)) \
  f(int, GlobalDefWriter_WriteLocationGroupProperty, (D, uint32_t group, uint32_t name, uint8_t type, union OTF2_AttributeValue_union)) \
  f(int, GlobalDefWriter_WriteLocation, (D, uint64_t self, uint32_t name, uint8_t type, uint64_t events, uint32_t group)) \
  f(int, GlobalDefWriter_WriteRegion, (D, uint32_t self, uint32_t name, uint32_t canonical, uint32_t description, uint8_t role, uint8_t paradigm, \
                                       uint32_t flags, uint32_t file, uint32_t begin_line, uint32_t end_line)) \
  f(int, GlobalDefWriter_WriteSourceCodeLocation, (D, uint32_t self, uint32_t file, uint32_t line)) \
  f(int, GlobalDefWriter_WriteCallingContext, (D, uint32_t self, uint32_t region, uint32_t source, uint32_t parent)) \
  f(int, GlobalDefWriter_WriteInterruptGenerator, (D, uint32_t self, uint32_t name, uint8_t mode, uint8_t base, int64_t exponent, uint64_t period)) \
  f(int, GlobalDefWriter_WriteParameter, (D, uint32_t self, uint32_t name, uint8_t type)) \
  f(int, GlobalDefWriter_WriteGroup, (D, uint32_t self, uint32_t name, uint8_t type, uint8_t paradigm, uint32_t flags, uint32_t n, const uint64_t *members)) \
  f(int, GlobalDefWriter_WriteComm, (D, uint32_t self, uint32_t name, uint32_t group, uint32_t parent, uint32_t flags)) \
  f(int, GlobalDefWriter_WriteRmaWin, (D, uint32_t self, uint32_t name, uint32_t comm, uint32_t flags)) \
  f(int, GlobalDefWriter_WriteMetricMember, (D, uint32_t self, uint32_t name, uint32_t description, uint8_t type, uint8_t mode, uint8_t value, uint8_t base, \
                                             int64_t exponent, uint32_t unit)) \
  f(int, GlobalDefWriter_WriteMetricClass, (D, uint32_t self, uint8_t n, const uint32_t *members, uint8_t occurrence, uint8_t recorder)) \
  f(int, GlobalDefWriter_WriteMetricInstance, (D, uint32_t self, uint32_t class, uint64_t recorder, uint8_t scope, uint64_t of)) \
  f(const char *, Error_GetDescription, (int)) \
  f(rocpd_otf2_error *, Error_RegisterCallback, (rocpd_otf2_error *, void *))

typedef int rocpd_otf2_error(void *arg, const char *file, uint64_t line, const char *function, int code, const char *format, va_list args);

#define MEMBER(type, name, parameters) type(*name) parameters;
typedef struct rocpd_otf2_library {
  void *handle; /* NULL: not loaded */
  rocpd_otf2_error *before;
  ROCPD_OTF2_FUNCTIONS(MEMBER)
} rocpd_otf2_library;
#undef MEMBER

/* Constants of the headers. */
enum {
  ROCPD_OTF2_SUCCESS = 0, ROCPD_OTF2_ERROR_ENOMEM = 45, ROCPD_OTF2_ERROR_MEM_FAULT = 84, ROCPD_OTF2_ERROR_MEM_ALLOC_FAILED = 85,
  ROCPD_OTF2_WRITE = 0, ROCPD_OTF2_POSIX = 1, ROCPD_OTF2_NO_COMPRESSION = 1, ROCPD_OTF2_FLUSH = 1, ROCPD_OTF2_NO_FLUSH = 0,
  ROCPD_OTF2_INT64 = 8, ROCPD_OTF2_DOUBLE = 10, ROCPD_OTF2_STRING = 11, ROCPD_OTF2_SOURCE_CODE_LOCATION = 20,
  ROCPD_OTF2_PARAMETER_STRING = 0, ROCPD_OTF2_PARAMETER_INT = 1, ROCPD_OTF2_PARAMETER_UNSIGNED = 2,
  ROCPD_OTF2_SHARED_MEMORY = 1,                             /* nodes */
  ROCPD_OTF2_NO_TYPE = 0, ROCPD_OTF2_PROCESS = 1, ROCPD_OTF2_ACCELERATOR = 2, /* groups of locations */
  ROCPD_OTF2_CPU_THREAD = 1, ROCPD_OTF2_STREAM = 2, ROCPD_OTF2_METRIC = 3, /* locations */
  ROCPD_OTF2_FUNCTION = 1, ROCPD_OTF2_TRANSFER = 30, ROCPD_OTF2_ALLOCATE = 35, ROCPD_OTF2_DEALLOCATE = 36, /* regions */
  ROCPD_OTF2_USER = 1, ROCPD_OTF2_OPENMP = 3, ROCPD_OTF2_MPI = 4, ROCPD_OTF2_SAMPLING = 21, ROCPD_OTF2_HIP = 23, /* paradigms */
  ROCPD_OTF2_BY_TIME = 0, /* samples */
  ROCPD_OTF2_CLASS_PROCESS = 0, ROCPD_OTF2_CLASS_FORK_JOIN = 1, ROCPD_OTF2_CLASS_ACCELERATOR = 3,
  ROCPD_OTF2_COMM_LOCATIONS = 4, ROCPD_OTF2_COMM_GROUP = 5, /* groups */
  ROCPD_OTF2_METRIC_OTHER = 0, ROCPD_OTF2_ABSOLUTE_NEXT = 49, ROCPD_OTF2_DECIMAL = 1,
  ROCPD_OTF2_ASYNCHRONOUS = 2, ROCPD_OTF2_RECORDER_GPU = 3, ROCPD_OTF2_SCOPE_GROUP = 1,
};
#define ROCPD_OTF2_NONE UINT32_MAX       /* no string, node or group */
#define ROCPD_OTF2_NO_TIME UINT64_MAX
#define ROCPD_OTF2_CHUNK (4 << 20)       /* no definition is larger. It must not be smaller: see library.c */
#define ROCPD_OTF2_LEAST_CHUNK (256 << 10)

/* Loads the library. From then on it reports errors to the extension, not on stderr. Call rocpd_otf2_close() also after a failure. */
int rocpd_otf2_open(rocpd_otf2_library *o, rocpd_error *err);
void rocpd_otf2_close(rocpd_otf2_library *o);

/* An archive that several threads write to, and the memory that the library uses for it. */
typedef struct rocpd_otf2_archive {
  struct OTF2_Archive_struct *at; /* NULL: not open */
  struct rocpd_otf2_chunk *idle;  /* guarded by mutex */
  uint64_t chunk;                 /* size of a chunk, bytes */
  pthread_mutex_t mutex, own;
  bool begun, locked, stopped;    /* locked: the library holds `own`; stopped: nothing more is written. Atomic */
} rocpd_otf2_archive;

/* Creates an archive in a folder, with events in chunks of a size. Close it also after a failure; unwritten data are then discarded. *code: error code, or 0
** if a function returned NULL. */
bool rocpd_otf2_archive_open(const rocpd_otf2_library *o, const char *folder, const char *name, uint64_t chunk, rocpd_otf2_archive *a, int *code);
int rocpd_otf2_archive_close(const rocpd_otf2_library *o, rocpd_otf2_archive *a);
/* Returns whether it was stopped already. */
static inline bool rocpd_otf2_archive_stop(rocpd_otf2_archive *a) { return __atomic_exchange_n(&a->stopped, true, __ATOMIC_RELAXED); }
static inline bool rocpd_otf2_archive_stopped(const rocpd_otf2_archive *a) { return __atomic_load_n(&a->stopped, __ATOMIC_RELAXED); }

/* rocpd_otf2_begin() is called before the thread writes something new by the library, rocpd_otf2_closed() after it has closed a file. The latter returns
** `code`, or else an error that the library only reported by its callback, or that an allocation for it failed. */
void rocpd_otf2_begin(void);
int rocpd_otf2_closed(int code);
/* Records an error: a function returned this code, or NULL if code is 0. path: the file that was to be written. SQLITE_NOMEM: an allocation failed, for the
** library or in it; otherwise SQLITE_IOERR. */
int rocpd_otf2_fail(const rocpd_otf2_library *o, const char *path, int code, rocpd_error *err);

#undef A
#undef E
#undef D
#undef L
#endif
