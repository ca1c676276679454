/* Attributes by id: the name of a function, the grid of a launch signature, ... Event
** columns hold ids; a dictionary, an array over all ids, makes attributes of them
** without any memory or work for each row. */
#include "demangle.h"
#include "json.h"
#include "rocz_file.h"
#include "session.h"

/* The collector assigns ids densely. If a file's are not, columns are made row by row by rocpd_rocz_attribute(). */
#define SPARSE(n, rows) ((n) > 4 * (rows) + 1024)

/* Names of kernels as they are shown, shared by all files, which mostly have the same kernels. */
typedef struct shown_names {
  pthread_rwlock_t lock; /* threads that read different files look up the same names */
  rocpd_map shown; /* interned name -> interned text */
} shown_names;

static void names_init(void *data) { pthread_rwlock_init(&((shown_names *)data)->lock, NULL); }

static void names_free(void *data) {
  shown_names *names = data;
  rocpd_map_free(&names->shown);
  pthread_rwlock_destroy(&names->lock);
}

static const rocpd_slot_class names_class = {.size = sizeof(shown_names), .init = names_init, .free = names_free};

int rocpd_rocz_display_name(rocpd_rocz_file *f, int64_t name, int64_t *id) {
  rocpd_session *session = f->base.session;
  *id = ROCPD_NULL;
  if (name == ROCPD_NULL) return SQLITE_OK;
  shown_names *names = rocpd_session_slot(session, &names_class);
  if (!names) return SQLITE_NOMEM;
  pthread_rwlock_rdlock(&names->lock);
  uint64_t known = rocpd_map_get(&names->shown, (uint64_t)name, UINT64_MAX);
  pthread_rwlock_unlock(&names->lock);
  if (known != UINT64_MAX) return *id = (int64_t)known, SQLITE_OK;
  int rc = rocpd_intern_owned(session, rocpd_demangled(rocpd_string(session, name, NULL)), -1, id);
  if (rc != SQLITE_OK) return rc;
  pthread_rwlock_wrlock(&names->lock); /* if two threads do this, they get the same id */
  rc = rocpd_map_set(&names->shown, (uint64_t)name, (uint64_t)*id);
  pthread_rwlock_unlock(&names->lock);
  return rc;
}

/* ---- single values */

/* Columns of the kinds, see rocz.h. */
enum { PLACE_FILE = 1, PLACE_LINE = 2, PLACE_COLUMNS = 7 };
enum { LAUNCH_KERNEL = 1, LAUNCH_GRID_X = 2, LAUNCH_GROUP = 8, LAUNCH_PRIVATE = 9, LAUNCH_COLUMNS = 10 };
enum { KERNEL_CODE_OBJECT = 1, KERNEL_NAME = 2, KERNEL_GROUP = 6, KERNEL_PRIVATE = 7, KERNEL_SGPR = 8, KERNEL_VGPR = 9, KERNEL_ACCUM = 10 };
enum { STREAM_NAME = 6 };

/* Gets one column of the row with an id; false: there is none. A dictionary is made by getting a column for all ids. */
static bool info_at(const rocpd_rocz_file *f, int kind, int64_t id, unsigned column, int64_t *value) {
  const rocpd_rocz_info *info = &f->info[kind];
  uint64_t row = rocpd_rocz_info_find(info, kind, (uint64_t)id);
  if (row != UINT64_MAX) *value = rocpd_rocz_info_value(info, row, column);
  return row != UINT64_MAX;
}

/* Makes the name of a stream or queue: the name that the program has set, else its number. */
static int handle_name(rocpd_rocz_file *f, int dict, int64_t number, int64_t *id) {
  const char *what = dict == D_QUEUE_NAME ? "Queue" : "Stream";
  char text[32];
  if (number < 0) return SQLITE_OK;
  if (dict == D_STREAM_NAME && info_at(f, ROCZ_STREAM, number, STREAM_NAME, id) && *id != ROCPD_NULL) return SQLITE_OK;
  /* rocprofv3 counts from 0 after the default one. */
  if (number == 0) sqlite3_snprintf(sizeof(text), text, "Default %s", what);
  else sqlite3_snprintf(sizeof(text), text, "%s %lld", what, number - 1);
  return rocpd_intern(f->base.session, text, -1, id);
}

static int copy_name(rocpd_rocz_file *f, int64_t direction, int64_t *id) {
  static const char *const name[] = {"MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST",
                                     "MEMORY_COPY_DEVICE_TO_DEVICE"};
  if (direction < 0 || direction > ROCZ_COPY_D2D) return SQLITE_OK;
  return rocpd_intern(f->base.session, name[direction], -1, id);
}

/* Makes JSON of what made a copy, and the kind of host memory. */
static int copy_how(rocpd_rocz_file *f, int64_t how, int64_t *id) {
  static const char *const engine[] = {[ROCZ_ENGINE_HOST] = "HOST", [ROCZ_ENGINE_SHADER] = "SHADER", [ROCZ_ENGINE_SDMA] = "SDMA"};
  if (how < 0 || how >= ROCZ_HOW_END) return SQLITE_OK;
  int64_t made_by = how & (ROCZ_HOST_PAGEABLE - 1), memory = how - made_by;
  char name[16] = "", text[64];
  if (made_by >= ROCZ_ENGINE_SDMA_0) sqlite3_snprintf(sizeof(name), name, "SDMA_%d", (int)made_by - ROCZ_ENGINE_SDMA_0);
  else if (made_by && made_by <= ROCZ_ENGINE_SDMA) sqlite3_snprintf(sizeof(name), name, "%s", engine[made_by]);
  sqlite3_snprintf(sizeof(text), text, "{%s%s%s%s%s}", *name ? "\"engine\":\"" : "", name, *name ? "\"" : "", *name && memory ? "," : "",
                   memory == ROCZ_HOST_PAGEABLE ? "\"host_memory\":\"PAGEABLE\"" : memory ? "\"host_memory\":\"PINNED\"" : "");
  return rocpd_intern(f->base.session, text, -1, id);
}

/* Makes JSON of where a function is defined, and of what is known about its calls; members are named like columns. */
static int function_place(rocpd_rocz_file *f, int64_t function, int64_t *id) {
  int64_t row[ROCPD_ROCZ_INFO_COLUMNS], size = 0;
  *id = f->empty_json;
  if (!rocpd_rocz_info_row(f, ROCZ_PLACE, function, row)) return SQLITE_OK;
  const char *file = row[PLACE_FILE] == ROCPD_NULL ? NULL : rocpd_string(f->base.session, row[PLACE_FILE], &size);
  if (!file) return SQLITE_OK;
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "{\"file\": ");
  rocpd_json_append(text, file, (size_t)size);
  const rocz_column_def *def = rocz_kind_find(ROCZ_PLACE)->column;
  for (int i = PLACE_LINE; i < PLACE_COLUMNS; i++)
    if (row[i] != ROCPD_NULL) sqlite3_str_appendf(text, ", \"%s\": %lld", def[i].name, (long long)row[i]);
  sqlite3_str_appendchar(text, 1, '}');
  char *json = sqlite3_str_finish(text);
  int rc = json ? rocpd_intern(f->base.session, json, -1, id) : SQLITE_NOMEM;
  sqlite3_free(json);
  return rc;
}

static int kernel_attribute(rocpd_rocz_file *f, int dict, int64_t number, int64_t *value) {
  static const uint8_t column[ROCPD_ROCZ_DICTS] = {[D_NAME] = KERNEL_NAME, [D_CODE_OBJECT] = KERNEL_CODE_OBJECT, [D_VGPR] = KERNEL_VGPR,
                                                   [D_ACCUM_VGPR] = KERNEL_ACCUM, [D_SGPR] = KERNEL_SGPR, [D_STATIC_LDS] = KERNEL_GROUP,
                                                   [D_STATIC_SCRATCH] = KERNEL_PRIVATE};
  int64_t found;
  if (!info_at(f, ROCZ_KERNEL, number, column[dict], &found)) return rocpd_rocz_found(f, ROCZ_KERNEL, false);
  int rc = SQLITE_OK;
  if (dict == D_NAME) rc = rocpd_rocz_display_name(f, found, value);
  else *value = found;
  return rc == SQLITE_OK ? rocpd_rocz_found(f, ROCZ_KERNEL, *value != ROCPD_NULL) : rc;
}

/* Column of LAUNCH rows with the attribute, or with the kernel that has it. */
static unsigned launch_column(int dict) {
  if (dict >= D_GRID_X && dict <= D_WORKGROUP_Z) return LAUNCH_GRID_X + (unsigned)(dict - D_GRID_X);
  return dict == D_LDS ? LAUNCH_GROUP : dict == D_SCRATCH ? LAUNCH_PRIVATE : LAUNCH_KERNEL;
}

static int launch_attribute(rocpd_rocz_file *f, int dict, int64_t launch, int64_t *value) {
  int64_t found = ROCPD_NULL;
  unsigned column = launch_column(dict);
  bool live = launch >= ROCPD_ROCZ_LIVE_LAUNCH, known = live && (uint64_t)(launch - ROCPD_ROCZ_LIVE_LAUNCH) < f->live_launches;
  if (known) found = f->live_launch[(launch - ROCPD_ROCZ_LIVE_LAUNCH) * LAUNCH_COLUMNS + column];
  else if (!live) known = info_at(f, ROCZ_LAUNCH, launch, column, &found);
  if (!known) return rocpd_rocz_found(f, ROCZ_LAUNCH, false);
  if (column == LAUNCH_KERNEL && dict != D_KERNEL_ID) return kernel_attribute(f, dict, found, value); /* it does not change the value if it knows none */
  *value = found;
  return SQLITE_OK;
}

/* The info kind that has the ids of a dictionary, and the column of a plain attribute. */
static const struct { uint8_t kind, column; } plain[] = {
    [D_FUNCTION_NAME] = {ROCZ_FUNCTION, 2}, [D_FUNCTION_CATEGORY] = {ROCZ_FUNCTION, 1}, [D_FUNCTION_FORM] = {ROCZ_FUNCTION, 3},
    [D_FUNCTION_PLACE] = {ROCZ_PLACE, 0},
    [D_TID] = {ROCZ_THREAD, 1},
    [D_STREAM_NAME] = {ROCZ_STREAM, 0},     [D_QUEUE_NAME] = {ROCZ_QUEUE, 0},           [D_COPY_NAME] = {0, 0}, [D_COPY_HOW] = {0, 0},
    [D_AGENT_NAME] = {ROCZ_AGENT, 5},
    [D_AGENT_ABSOLUTE] = {ROCZ_AGENT, 0},   [D_AGENT_LOGICAL] = {ROCZ_AGENT, 2},        [D_AGENT_TYPE_INDEX] = {ROCZ_AGENT, 3},
    [D_AGENT_TYPE] = {ROCZ_AGENT, 1}};

int rocpd_rocz_attribute(rocpd_rocz_file *f, int dict, int64_t id, int64_t *value) {
  *value = ROCPD_NULL;
  if (id == ROCPD_NULL) return SQLITE_OK;
  if (dict >= D_NAME) return launch_attribute(f, dict, id, value);
  if (dict == D_STREAM_NAME || dict == D_QUEUE_NAME) return handle_name(f, dict, id, value);
  if (dict == D_COPY_NAME) return copy_name(f, id, value);
  if (dict == D_COPY_HOW) return copy_how(f, id, value);
  if (dict == D_FUNCTION_PLACE) return function_place(f, id, value);
  const rocpd_rocz_info *info = &f->info[plain[dict].kind];
  uint64_t row = rocpd_rocz_info_find(info, plain[dict].kind, (uint64_t)id);
  if (row != UINT64_MAX) *value = rocpd_rocz_info_value(info, row, plain[dict].column);
  return rocpd_rocz_found(f, plain[dict].kind, *value != ROCPD_NULL);
}

/* ---- dictionaries */

static int kind_of(int dict) { return dict >= D_NAME ? ROCZ_LAUNCH : plain[dict].kind; }

/* Number of ids from 0 on; 0: they are too sparse for a dictionary. */
static uint32_t id_count(const rocpd_rocz_file *f, int dict) {
  int kind = kind_of(dict);
  if (dict == D_COPY_NAME) return ROCZ_COPY_D2D + 1;
  if (dict == D_COPY_HOW) return ROCZ_HOW_END;
  const rocpd_rocz_info *info = &f->info[kind];
  uint64_t n = dict == D_STREAM_NAME || dict == D_QUEUE_NAME;
  for (uint64_t i = 0; i < info->rows; i++) {
    int64_t id = rocpd_rocz_info_value(info, i, 0);
    if (id >= 0 && (uint64_t)id >= n) n = (uint64_t)id + 1;
  }
  return SPARSE(n, info->rows) ? 0 : (uint32_t)n;
}

static int dict_new(rocpd_rocz_file *f, int dict, rocpd_rocz_dict **out) {
  uint32_t n = id_count(f, dict), capacity = 16;
  while (capacity < n) capacity *= 2;
  rocpd_rocz_dict *d = sqlite3_malloc64(sizeof(*d) + (uint64_t)capacity * sizeof(d->value[0]));
  if (!d) return SQLITE_NOMEM;
  *d = (rocpd_rocz_dict){.n = n, .capacity = capacity, .min = INT64_MAX, .max = INT64_MIN};
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = rocpd_rocz_attribute(f, dict, i, &d->value[i]);
    if (rc == ROCPD_ROCZ_LOST) d->lost = true, rc = SQLITE_OK;
    if (d->value[i] == ROCPD_NULL) continue;
    if (d->value[i] < d->min) d->min = d->value[i];
    if (d->value[i] > d->max) d->max = d->value[i];
  }
  *out = d;
  if (rc == SQLITE_OK) return rc;
  sqlite3_free(d);
  return rc;
}

/* Makes a dictionary for the current rows: extends the old one, or replaces it. */
static int dict_make(rocpd_rocz_file *f, int dict, rocpd_rocz_dict *old, rocpd_rocz_dict **out) {
  rocpd_rocz_dict *d;
  int rc = dict_new(f, dict, &d);
  if (rc != SQLITE_OK) return rc;
  if (old && d->n >= old->n && d->n <= old->capacity && memcmp(d->value, old->value, old->n * sizeof(d->value[0])) == 0) {
    memcpy(old->value + old->n, d->value + old->n, (d->n - old->n) * sizeof(d->value[0]));
    old->n = d->n;
    old->min = d->min;
    old->max = d->max;
    old->lost = d->lost;
    sqlite3_free(d);
    d = old;
  } else {
    d->older = old;
  }
  *out = d;
  return SQLITE_OK;
}

int rocpd_rocz_dict_get(rocpd_rocz_file *f, int dict, const rocpd_rocz_dict **out) {
  /* The state that the values depend on. Rows are added only between statements. */
  uint64_t generation = 1 + f->info[kind_of(dict)].rows + (dict >= D_NAME ? f->info[ROCZ_KERNEL].rows : 0);
  rocpd_rocz_dict *d = __atomic_load_n(&f->dict[dict], __ATOMIC_ACQUIRE);
  int rc = SQLITE_OK;
  if (!d || __atomic_load_n(&d->generation, __ATOMIC_ACQUIRE) != generation) {
    pthread_mutex_lock(&f->dict_mutex);
    d = f->dict[dict];
    if (!d || d->generation != generation) {
      rc = dict_make(f, dict, d, &d);
      if (rc == SQLITE_OK) {
        /* These pair with the acquires above. */
        __atomic_store_n(&d->generation, generation, __ATOMIC_RELEASE);
        __atomic_store_n(&f->dict[dict], d, __ATOMIC_RELEASE);
      }
    }
    pthread_mutex_unlock(&f->dict_mutex);
  }
  *out = d;
  return rc;
}

/* ---- launches in live buffers */

int rocpd_rocz_live_launch(rocpd_rocz_file *f, const int64_t *row, int64_t *launch) {
  uint64_t key = rocz_hash((const uint8_t *)(row + 1), (LAUNCH_COLUMNS - 1) * sizeof(*row));
  for (;; key++) { /* another signature has this hash: try the next number */
    uint64_t i = rocpd_map_get(&f->live_launch_place, key, UINT64_MAX);
    if (i == UINT64_MAX) break;
    if (memcmp(f->live_launch + i * LAUNCH_COLUMNS + 1, row + 1, (LAUNCH_COLUMNS - 1) * sizeof(*row)) == 0) {
      *launch = ROCPD_ROCZ_LIVE_LAUNCH + (int64_t)i;
      return SQLITE_OK;
    }
  }
  uint64_t n = f->live_launches;
  int rc = rocpd_array_push_reserve(&f->live_launch, n, LAUNCH_COLUMNS * sizeof(*f->live_launch));
  if (rc == SQLITE_OK) rc = rocpd_map_set(&f->live_launch_place, key, n);
  if (rc != SQLITE_OK) return rc;
  memcpy(f->live_launch + n * LAUNCH_COLUMNS, row, LAUNCH_COLUMNS * sizeof(*row));
  f->live_launches++;
  *launch = ROCPD_ROCZ_LIVE_LAUNCH + (int64_t)n;
  return SQLITE_OK;
}

void rocpd_rocz_dict_free(rocpd_rocz_file *f) {
  for (int i = 0; i < ROCPD_ROCZ_DICTS; i++)
    for (rocpd_rocz_dict *d = f->dict[i]; d;) {
      rocpd_rocz_dict *older = d->older;
      sqlite3_free(d);
      d = older;
    }
  sqlite3_free(f->live_launch);
  rocpd_map_free(&f->live_launch_place);
}

int rocpd_rocz_attributes_of(rocpd_rocz_file *f, const rocpd_column *raw, uint32_t rows, int dict, rocpd_column **out) {
  int64_t *v = sqlite3_malloc64((uint64_t)rows * sizeof(*v)), last = ROCPD_NULL, value = ROCPD_NULL;
  if (!v) return SQLITE_NOMEM;
  rocpd_column_get(raw, 0, rows, v);
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < rows; i++) {
    if (v[i] != last) {
      last = v[i];
      rc = rocpd_rocz_attribute(f, dict, last, &value);
    }
    v[i] = value;
  }
  *out = rc == SQLITE_OK ? rocpd_column_of(v, rows) : NULL;
  sqlite3_free(v);
  return *out ? SQLITE_OK : rc == SQLITE_OK ? SQLITE_NOMEM : rc;
}
