/* Numbers of strings, regions and attributes. */
#include "otf2.h"

int rocpd_otf2_number_new(rocpd_otf2_numbered *t, uint64_t key, uint32_t *number) {
  *number = (uint32_t)rocpd_map_get(&t->map, key, t->n);
  if (*number < t->n) return SQLITE_OK;
  if (rocpd_array_push_reserve(&t->key, t->n, sizeof *t->key) || rocpd_map_set(&t->map, key, t->n)) return SQLITE_NOMEM;
  t->key[t->n++] = key;
  return SQLITE_OK;
}

/* Grows an array to at least n elements; new ones are zero. */
static int grow(void *array, size_t *size, uint64_t n, size_t bytes) {
  size_t old = *size;
  if (n <= old) return SQLITE_OK;
  int rc = rocpd_array_reserve(array, size, n, bytes);
  if (!rc) memset(*(char **)array + old * bytes, 0, (*size - old) * bytes);
  return rc;
}

static int new_number(rocpd_writer *w, enum rocpd_otf2_table table, uint64_t key, uint32_t *number) {
  pthread_mutex_lock(&w->x->mutex);
  int rc = rocpd_otf2_number_new(&rocpd_otf2_all(w)->table[table], key, number);
  pthread_mutex_unlock(&w->x->mutex);
  return rc;
}

static int number_by_map(rocpd_writer *w, enum rocpd_otf2_table table, uint64_t key, uint32_t *number) {
  rocpd_map *found = &((rocpd_otf2 *)w->state)->found[table - ROCPD_OTF2_SMALL];
  *number = (uint32_t)rocpd_map_get(found, key, 0) - 1;
  if (*number != UINT32_MAX) return SQLITE_OK;
  int rc = new_number(w, table, key, number);
  return rc ? rc : rocpd_map_set(found, key, (uint64_t)*number + 1);
}

int rocpd_otf2_number(rocpd_writer *w, enum rocpd_otf2_table table, uint64_t key, uint32_t *number, rocpd_error *err) {
  if (table >= ROCPD_OTF2_SMALL) return number_by_map(w, table, key, number) ? rocpd_no_memory(err) : SQLITE_OK;
  rocpd_otf2_known *k = &((rocpd_otf2 *)w->state)->known[table];
  if (grow(&k->number, &k->size, key + 1, sizeof *k->number)) return rocpd_no_memory(err);
  *number = k->number[key] - 1;
  if (k->number[key]) return SQLITE_OK;
  if (new_number(w, table, key, number)) return rocpd_no_memory(err);
  k->number[key] = *number + 1;
  return SQLITE_OK;
}

/* ---- regions */

enum { ROLES = 4 };
static const uint8_t roles[ROLES] = {ROCPD_OTF2_FUNCTION, ROCPD_OTF2_TRANSFER, ROCPD_OTF2_ALLOCATE, ROCPD_OTF2_DEALLOCATE};

static int role_of(const rocpd_writer *w, int class, int64_t name) {
  if (class == ROCPD_EVENT_COPY) return 1;
  if (class != ROCPD_EVENT_ALLOCATION && class != ROCPD_EVENT_SCRATCH) return 0;
  const char *text = name == ROCPD_NULL ? "" : rocpd_string(w->x->session, name, NULL);
  return strstr(text, "FREE") || strstr(text, "RECLAIM") ? 3 : 2;
}

const rocpd_otf2_paradigm rocpd_otf2_paradigms[ROCPD_OTF2_PARADIGMS] = {
  [ROCZ_HIP] = {ROCPD_OTF2_HIP, ROCPD_OTF2_CLASS_ACCELERATOR, "HIP"}, [ROCZ_USER] = {ROCPD_OTF2_USER, ROCPD_OTF2_CLASS_PROCESS, "USER"},
  [ROCZ_OPENMP] = {ROCPD_OTF2_OPENMP, ROCPD_OTF2_CLASS_FORK_JOIN, "OpenMP"}, [ROCZ_MPI] = {ROCPD_OTF2_MPI, ROCPD_OTF2_CLASS_PROCESS, "MPI"},
  [ROCPD_OTF2_OF_SAMPLES] = {ROCPD_OTF2_SAMPLING, ROCPD_OTF2_CLASS_PROCESS, "sampling"}};

static int paradigm_of(rocpd_writer *w, int64_t category, int *paradigm, rocpd_error *err) {
  rocpd_memo *m = &((rocpd_otf2 *)w->state)->paradigm;
  *paradigm = ROCZ_HIP;
  if (category == ROCPD_NULL) return SQLITE_OK;
  if (grow(&m->answer, &m->size, (uint64_t)category + 1, 1)) return rocpd_no_memory(err);
  if (!m->answer[category]) m->answer[category] = (uint8_t)(1 + rocz_groups[rocpd_group_of(rocpd_string(w->x->session, category, NULL))].paradigm);
  *paradigm = m->answer[category] - 1;
  return SQLITE_OK;
}

int rocpd_otf2_region(rocpd_writer *w, int class, int64_t name, int64_t category, uint32_t *number, rocpd_error *err) {
  int paradigm = ROCPD_OTF2_OF_SAMPLES, rc = class == ROCPD_EVENT_STACK ? SQLITE_OK : paradigm_of(w, category, &paradigm, err);
  uint64_t kind = (uint64_t)(role_of(w, class, name) * ROCPD_OTF2_PARADIGMS + paradigm);
  return rc ? rc : rocpd_otf2_number(w, ROCPD_OTF2_REGIONS, rocpd_otf2_string_key(name) * (ROLES * ROCPD_OTF2_PARADIGMS) + kind, number, err);
}

rocpd_otf2_region_kind rocpd_otf2_region_of(uint64_t key) {
  uint64_t name = key / (ROLES * ROCPD_OTF2_PARADIGMS), kind = key % (ROLES * ROCPD_OTF2_PARADIGMS);
  return (rocpd_otf2_region_kind){name, roles[kind / ROCPD_OTF2_PARADIGMS], rocpd_otf2_paradigms[kind % ROCPD_OTF2_PARADIGMS].value};
}

/* ---- attributes */

static uint32_t find_attribute(rocpd_otf2_shared *s, const char *label, const char *part, uint8_t type) {
  uint32_t i = 0;
  while (i < s->attributes && (strcmp(s->attribute[i].label, label) || strcmp(s->attribute[i].part, part))) i++;
  if (i == s->attributes) s->attribute[s->attributes++] = (rocpd_otf2_attribute){label, part, type};
  return i;
}

/* Fields of the same name share an attribute. */
void rocpd_otf2_make_attributes(rocpd_otf2_shared *s, bool stacks) {
  static const char *const part[] = {"_x", "_y", "_z"};
  find_attribute(s, "category", "", ROCPD_OTF2_STRING), find_attribute(s, "unfinished", "", ROCPD_OTF2_INT64),
    find_attribute(s, "never_started", "", ROCPD_OTF2_INT64);
  find_attribute(s, "SOURCE_CODE_LOCATION", "", ROCPD_OTF2_SOURCE_CODE_LOCATION); /* as the format's documentation calls it */
  for (int class = 0; class < (stacks ? ROCPD_EVENT_CLASSES : ROCPD_EVENT_STACK); class++)
    for (int i = 0; i < rocpd_event_kinds[class].fields; i++) {
      const rocpd_export_field *f = &rocpd_event_kinds[class].field[i];
      for (int k = 0; k < f->count; k++) {
        uint32_t at = find_attribute(s, f->label, f->count > 1 ? part[k] : "", f->text ? ROCPD_OTF2_STRING : ROCPD_OTF2_INT64);
        if (!k) s->of_field[class][i] = at;
      }
    }
  if (stacks) s->state = find_attribute(s, "state", "", ROCPD_OTF2_STRING);
}
