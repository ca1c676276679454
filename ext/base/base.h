/* What every file of the extension includes: SQLite's API, error reporting and arrays
** that grow. */
#ifndef ROCPD_BASE_H
#define ROCPD_BASE_H
#include <sqlite3ext.h>
#ifndef SQLITE_CORE
SQLITE_EXTENSION_INIT3
#endif
/* Constants that SQLite's headers of 3.26 lack. SQLite of that version refuses or ignores them; later versions know them. */
#ifndef SQLITE_DBCONFIG_DQS_DDL
#define SQLITE_DBCONFIG_DQS_DDL 1014
#endif
#ifndef SQLITE_DBCONFIG_ENABLE_VIEW
#define SQLITE_DBCONFIG_ENABLE_VIEW 1015
#endif
#ifndef SQLITE_DBCONFIG_TRUSTED_SCHEMA
#define SQLITE_DBCONFIG_TRUSTED_SCHEMA 1017
#endif
#ifndef SQLITE_DIRECTONLY
#define SQLITE_DIRECTONLY 0x80000
#endif
#ifndef SQLITE_INNOCUOUS
#define SQLITE_INNOCUOUS 0x200000
#endif
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* An error with its text. Zero it before use; the first failure wins. */
typedef struct rocpd_error {
  int rc;        /* SQLITE_OK: none */
  char *message; /* sqlite3_malloc'd; NULL when out of memory */
} rocpd_error;

/* For functions that run only once something has failed: the compiler moves the calls out of the way, and makes them small. */
#define ROCPD_COLD __attribute__((cold))

/* An extended code of SQLITE_ERROR: events are known as sums only (table aggregated), from which the question has no answer. */
#define ROCPD_ERROR_SUMS (SQLITE_ERROR | 0x52 << 8)
/* Record rc and the message, unless an error is recorded already; returns the
** recorded rc. err may be NULL. */
int rocpd_fail(rocpd_error *err, int rc, const char *format, ...) __attribute__((format(printf, 3, 4))) ROCPD_COLD;
/* Records a code without a text: the message is sqlite3_errstr(rc). Does nothing if rc is SQLITE_OK. Returns the recorded rc. */
int rocpd_fail_code(rocpd_error *err, int rc);
/* Records rc with the text of `why`, or with sqlite3_errstr(rc) if that has none, and clears `why`. Returns rc. */
int rocpd_fail_for(rocpd_error *err, int rc, rocpd_error *why);
int rocpd_no_memory(rocpd_error *err) ROCPD_COLD;
void rocpd_error_clear(rocpd_error *err);
/* Time since some moment in the past; it never runs backwards. */
int64_t rocpd_monotonic_ns(void);
/* The code for a failed call of the C library by its errno: SQLITE_NOMEM, or `otherwise`. */
static inline int rocpd_code_of(int error, int otherwise) { return error == ENOMEM ? SQLITE_NOMEM : otherwise; }
/* Out of memory or interrupted: not the fault of a file. Callers that continue after other failures must stop. */
static inline bool rocpd_is_stop(int rc) { return rc == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM || rc == SQLITE_INTERRUPT; }
/* The contents of a file are at fault: they are damaged or not as expected (a table without its columns, a text too long,
** a later version's format). If damage is to be skipped, the file is left out. */
static inline bool rocpd_is_damage(int rc) {
  int kind = rc & 0xff;
  return rc != SQLITE_IOERR_NOMEM &&
         (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_IOERR || kind == SQLITE_TOOBIG || kind == SQLITE_ERROR);
}
/* True for damage, and also if the file cannot be opened: no permission, or another program has locked it. */
static inline bool rocpd_is_unreadable(int rc) {
  int kind = rc & 0xff;
  return rocpd_is_damage(rc) || kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY || kind == SQLITE_BUSY || kind == SQLITE_PERM;
}

/* Allocates like sqlite3_malloc64(), all bytes 0; NULL when out of memory. The caller frees it by sqlite3_free(). */
void *rocpd_zeroed(uint64_t size);
/* Allocates like sqlite3_malloc64(), for large arrays that are filled at once. The caller frees it by sqlite3_free(). */
void *rocpd_large_alloc(uint64_t size);

/* Makes room for one more than `count` elements of `size` bytes; `array` points to the pointer to the first one.
** The array doubles when count is a power of two, so no capacity is stored: use it only for arrays that grow by this
** function alone. SQLITE_NOMEM leaves the array unchanged. */
int rocpd_array_push_reserve(void *array, uint64_t count, size_t size);
/* Makes room for `need` elements; *capacity stores the size. The array may be emptied and refilled, or grow by many at once. */
int rocpd_array_reserve(void *array, size_t *capacity, size_t need, size_t size);
/* Appends a value to an array of n elements, of these two kinds: array[n++] = value. SQLITE_NOMEM leaves all as it is; the value is not evaluated then. */
#define ROCPD_PUSH(array, n, ...) \
  ({ int rc_ = rocpd_array_push_reserve(&(array), (n), sizeof *(array)); if (!rc_) (array)[(n)++] = (__VA_ARGS__); rc_; })
#define ROCPD_APPEND(array, n, capacity, ...) \
  ({ int rc_ = rocpd_array_reserve(&(array), &(capacity), (n) + 1, sizeof *(array)); if (!rc_) (array)[(n)++] = (__VA_ARGS__); rc_; })

/* -1, 0 or 1 as a is less than, equal to or greater than b. Functions for qsort() join several: ROCPD_ORDER(x->a, y->a) ?: ROCPD_ORDER(x->b, y->b). */
#define ROCPD_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* The earlier and the later of two times. */
static inline int64_t rocpd_earlier(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t rocpd_later(int64_t a, int64_t b) { return a > b ? a : b; }

#endif
