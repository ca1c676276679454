/* See group_state.h. */
#include "group_state.h"
#include "intern.h"

static const char magic[8] = {'r', 'o', 'c', 'p', 'd', '-', 'g', 's'};
enum { VERSION = 1, CHECKSUM = 8 };

static uint64_t checksum(const uint8_t *data, size_t n) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++) h = (h ^ data[i]) * 0x100000001b3u;
  return h;
}

/* ---- writing */

static void put_text(rocpd_state_writer *w, const char *text, int64_t size) {
  rocpd_state_put(w, (uint64_t)size);
  rocpd_state_put_bytes(w, text, (size_t)size);
}

/* Finds the texts that are keys. The number of each in the list is its number in the state. */
static int list_texts(const rocpd_group_table *t, uint64_t texts, rocpd_groups *list, rocpd_error *err) {
  int keys = t->groups.keys, rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && texts && i < t->groups.n * (size_t)keys; i++) {
    int64_t number;
    if (texts >> (i % (size_t)keys) & 1 && t->groups.key[i] != ROCPD_NULL) rc = rocpd_group_add(list, &t->groups.key[i], &number, err);
  }
  return rc;
}

static void put_groups(rocpd_state_writer *w, const rocpd_session *session, const rocpd_group_table *t, const rocpd_state_kind *kind,
                       const rocpd_groups *list) {
  rocpd_state_put(w, list->n);
  for (size_t i = 0; i < list->n; i++) {
    int64_t size;
    const char *text = rocpd_string(session, list->key[i], &size);
    put_text(w, text, size);
  }
  rocpd_state_put(w, t->groups.n);
  for (size_t i = 0; i < t->groups.n; i++) {
    const int64_t *key = &t->groups.key[i * (size_t)kind->keys];
    for (int k = 0; k < kind->keys; k++) {
      if (key[k] == ROCPD_NULL) rocpd_state_put(w, 0);
      else if (kind->texts >> k & 1) rocpd_state_put(w, 1 + (uint64_t)rocpd_group_find(list, &key[k]));
      else rocpd_state_put(w, 1 + ((uint64_t)key[k] << 1 ^ (uint64_t)(key[k] >> 63)));
    }
    kind->class->save(t->slot + i * kind->class->size, w, kind->arg);
  }
}

int rocpd_group_state_save(const rocpd_session *session, const rocpd_group_table *t, const rocpd_state_kind *kind, rocpd_state_writer *out, rocpd_error *err) {
  rocpd_groups list = {.keys = 1};
  size_t begin = out->n;
  int rc = list_texts(t, kind->texts, &list, err);
  if (rc == SQLITE_OK) {
    rocpd_state_put_bytes(out, magic, sizeof magic);
    rocpd_state_put(out, VERSION);
    put_text(out, kind->what, (int64_t)strlen(kind->what));
    rocpd_state_put(out, (uint64_t)kind->keys);
    for (int k = 0; k < kind->keys; k++) rocpd_state_put(out, kind->texts >> k & 1);
    put_groups(out, session, t, kind, &list);
    uint64_t sum = out->failed ? 0 : checksum(out->data + begin, out->n - begin);
    uint8_t byte[CHECKSUM];
    for (int i = 0; i < CHECKSUM; i++) byte[i] = (uint8_t)(sum >> 8 * i);
    rocpd_state_put_bytes(out, byte, CHECKSUM);
    if (out->failed) rc = rocpd_no_memory(err);
  }
  rocpd_groups_free(&list);
  return rc;
}

/* ---- reading */

typedef struct loading {
  rocpd_session *session;
  const rocpd_state_kind *kind;
  const uint8_t *begin;
  rocpd_state_reader r;
  int64_t *text; /* interned */
  uint64_t texts;
} loading;

static int damaged(const loading *l, const char *what, rocpd_error *err) {
  return rocpd_fail(err, SQLITE_CORRUPT, "saved groups are damaged: %s, before byte %lld", what, (long long)(l->r.at - l->begin));
}

static uint64_t get_checksum(const uint8_t *at) {
  uint64_t sum = 0;
  for (int i = 0; i < CHECKSUM; i++) sum |= (uint64_t)at[i] << 8 * i;
  return sum;
}

/* Checks that the bytes are a state of this version and question. */
static int load_head(loading *l, size_t n, rocpd_error *err) {
  if (n < sizeof magic + CHECKSUM || memcmp(l->begin, magic, sizeof magic)) return rocpd_fail(err, SQLITE_NOTADB, "these bytes are no saved groups");
  l->r.at += sizeof magic;
  uint64_t version = rocpd_state_get(&l->r);
  if (version != VERSION)
    return rocpd_fail(err, SQLITE_ERROR, "saved groups have version %llu, expected %d: they are of another version of rocpd", (unsigned long long)version,
                      VERSION);
  if (get_checksum(l->r.end) != checksum(l->begin, n - CHECKSUM)) return rocpd_fail(err, SQLITE_CORRUPT, "saved groups are damaged: their checksum is wrong");
  uint64_t size = rocpd_state_get(&l->r);
  const uint8_t *what = rocpd_state_get_bytes(&l->r, size);
  if (!what) return damaged(l, "no question", err);
  if (size != strlen(l->kind->what) || memcmp(what, l->kind->what, size))
    return rocpd_fail(err, SQLITE_ERROR, "saved groups are of '%.*s', expected '%s'", size < 100 ? (int)size : 100, what, l->kind->what);
  uint64_t keys = rocpd_state_get(&l->r), texts = 0;
  if (keys != (uint64_t)l->kind->keys) return damaged(l, "another number of keys", err);
  for (uint64_t k = 0; k < keys; k++) texts |= (uint64_t)(rocpd_state_get(&l->r) == 1) << k;
  return texts == l->kind->texts && !l->r.bad ? SQLITE_OK : damaged(l, "keys of other types", err);
}

/* Each text and each group takes at least a byte, so numbers beyond what is left are refused before memory is taken. */
static int load_texts(loading *l, rocpd_error *err) {
  l->texts = rocpd_state_get(&l->r);
  if (l->r.bad || l->texts > rocpd_state_left(&l->r)) return damaged(l, "more texts than bytes", err);
  l->text = sqlite3_malloc64((l->texts + 1) * sizeof *l->text);
  if (!l->text) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  for (uint64_t i = 0; rc == SQLITE_OK && i < l->texts; i++) {
    uint64_t size = rocpd_state_get(&l->r);
    const uint8_t *text = rocpd_state_get_bytes(&l->r, size);
    rc = text ? rocpd_fail_code(err, rocpd_intern(l->session, (const char *)text, (int64_t)size, &l->text[i])) : damaged(l, "a text is cut", err);
  }
  return rc;
}

/* Reads a key; false: it is none. */
static bool load_key(loading *l, int k, int64_t *key) {
  uint64_t u = rocpd_state_get(&l->r);
  *key = ROCPD_NULL;
  if (l->r.bad || !u) return !l->r.bad;
  u--;
  if (l->kind->texts >> k & 1) return u < l->texts && (*key = l->text[u], true);
  *key = (int64_t)(u >> 1 ^ (0 - (u & 1)));
  return true;
}

static int load_group(loading *l, rocpd_group_table *out, rocpd_error *err) {
  const rocpd_group_class *class = l->kind->class;
  int64_t key[ROCPD_KEYS], group;
  size_t before = out->groups.n;
  for (int k = 0; k < l->kind->keys; k++)
    if (!load_key(l, k, &key[k])) return damaged(l, "no such key", err);
  int rc = rocpd_group_table_add(out, class, l->kind->arg, key, &group, err);
  if (rc != SQLITE_OK) return rc;
  if (out->groups.n == before) return damaged(l, "a group is there twice", err);
  rc = rocpd_fail_code(err, class->load(out->slot + (size_t)group * class->size, &l->r, l->kind->arg));
  return rc == SQLITE_OK && l->r.bad ? damaged(l, "a group contradicts itself", err) : rc;
}

static int load_groups(loading *l, rocpd_group_table *out, rocpd_error *err) {
  uint64_t groups = rocpd_state_get(&l->r);
  int rc = l->r.bad || groups > rocpd_state_left(&l->r) ? damaged(l, "more groups than bytes", err) : SQLITE_OK;
  while (rc == SQLITE_OK && groups--) rc = load_group(l, out, err);
  return rc == SQLITE_OK && rocpd_state_left(&l->r) ? damaged(l, "more bytes than groups", err) : rc;
}

int rocpd_group_state_load(rocpd_session *session, const void *bytes, size_t n, const rocpd_state_kind *kind, rocpd_group_table *out, rocpd_error *err) {
  loading l = {.session = session, .kind = kind, .begin = bytes, .r = {bytes, (const uint8_t *)bytes + (n < CHECKSUM ? 0 : n - CHECKSUM), false}};
  *out = (rocpd_group_table){.groups = {.keys = kind->keys}};
  int rc = load_head(&l, n, err);
  if (rc == SQLITE_OK) rc = load_texts(&l, err);
  if (rc == SQLITE_OK) rc = load_groups(&l, out, err);
  sqlite3_free(l.text);
  if (rc != SQLITE_OK) rocpd_group_table_drop(out, kind->class);
  return rc;
}
