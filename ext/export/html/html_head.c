/* Heads and texts by numbers of the file. */
#include "html.h"

/* Both are numbers of interned texts, which are counted from 0. */
static uint64_t key_of(int64_t name, int64_t category) { return (uint64_t)(name == ROCPD_NULL ? 0 : name + 1) << 32 | (uint32_t)(category == ROCPD_NULL ? 0 : category + 1); }

static int string_number(rocpd_html_heads *h, int64_t id, int64_t *number) {
  *number = -1;
  if (id == ROCPD_NULL) return SQLITE_OK;
  *number = (int64_t)rocpd_map_get(&h->string, (uint64_t)id, UINT64_MAX);
  if (*number >= 0) return SQLITE_OK;
  *number = (int64_t)h->strings.n;
  int rc = rocpd_html_push(&h->strings, id);
  return rc ? rc : rocpd_map_set(&h->string, (uint64_t)id, (uint64_t)*number);
}

static int head_number(rocpd_html_heads *h, int class, int64_t name, int64_t category, uint64_t *number) {
  uint64_t key = key_of(name, category);
  *number = rocpd_map_get(&h->head[class], key, UINT64_MAX);
  if (*number != UINT64_MAX) return SQLITE_OK;
  int64_t names, categories;
  int rc = string_number(h, name, &names);
  if (!rc) rc = string_number(h, category, &categories);
  if (!rc) rc = rocpd_html_push(&h->heads, class);
  if (!rc) rc = rocpd_html_push(&h->heads, names);
  if (!rc) rc = rocpd_html_push(&h->heads, categories);
  *number = h->heads.n / 3 - 1;
  return rc ? rc : rocpd_map_set(&h->head[class], key, *number);
}

/* Of what was not met lately. */
static int find_head(rocpd_writer *w, int class, int64_t name, int64_t category, rocpd_html_met *met) {
  rocpd_map *known = &((rocpd_html *)w->state)->known_head[class];
  uint64_t key = key_of(name, category), found = rocpd_map_get(known, key, UINT64_MAX);
  int rc = SQLITE_OK;
  if (found == UINT64_MAX) {
    pthread_mutex_lock(&w->x->mutex);
    rc = head_number(&rocpd_html_shared(w->x)->heads, class, name, category, &found);
    pthread_mutex_unlock(&w->x->mutex);
    if (!rc) rc = rocpd_map_set(known, key, found);
  }
  *met = (rocpd_html_met){.key = key, .class = rc ? 0 : (uint32_t)class + 1, .head = (uint32_t)found};
  return rc;
}

int rocpd_html_block_heads(rocpd_writer *w, rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r, uint32_t *head, rocpd_error *err) {
  rocpd_html_met *all = ((rocpd_html *)w->state)->met;
  uint32_t class = (uint32_t)(v->event - rocpd_event_kinds);
  int64_t *place = c->head + c->n, name[ROCPD_BLOCK], category[ROCPD_BLOCK];
  rocpd_block_rows_get(r, v->name, name);
  rocpd_block_rows_get(r, v->category, category);
  for (uint32_t i = 0; i < r->n; i++) {
    uint64_t key = key_of(name[i], category[i]);
    rocpd_html_met *met = &all[(key + class) * 0x9e3779b97f4a7c15u >> (64 - ROCPD_HTML_MET_BITS)];
    int rc = met->key == key && met->class == class + 1 ? SQLITE_OK : find_head(w, (int)class, name[i], category[i], met);
    if (!rc && met->chunk != c->number) rc = rocpd_html_chunk_place(c, met->head, &met->place), met->chunk = c->number;
    if (rc) return rocpd_fail_code(err, rc);
    head[i] = met->head, place[i] = met->place;
  }
  return SQLITE_OK;
}

int rocpd_html_string(rocpd_writer *w, rocpd_map *known, int64_t id, int64_t *number, rocpd_error *err) {
  uint64_t found = id == ROCPD_NULL ? 0 : rocpd_map_get(known, (uint64_t)id, UINT64_MAX);
  int rc = SQLITE_OK;
  *number = id == ROCPD_NULL ? ROCPD_NULL : (int64_t)found;
  if (id == ROCPD_NULL || found != UINT64_MAX) return SQLITE_OK;
  pthread_mutex_lock(&w->x->mutex);
  rc = string_number(&rocpd_html_shared(w->x)->heads, id, number);
  pthread_mutex_unlock(&w->x->mutex);
  if (!rc) rc = rocpd_map_set(known, (uint64_t)id, (uint64_t)*number);
  return rocpd_fail_code(err, rc);
}
