/* Numbers heads and texts for the whole file. */
#include "html.h"

/* The key of a name and category. Both are ids of interned texts, which begin at 0. */
static uint64_t key_of(int64_t name, int64_t category) {
  return (uint64_t)(name == ROCPD_NULL ? 0 : name + 1) << 32 | (uint32_t)(category == ROCPD_NULL ? 0 : category + 1);
}

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

/* Finds a head that was not used recently. */
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

/* Finds the head of an event, first among those used recently. */
static int head_of(rocpd_writer *w, uint32_t class, int64_t name, int64_t category, const rocpd_html_met **out) {
  uint64_t key = key_of(name, category);
  rocpd_html_met *met = &((rocpd_html *)w->state)->met[(key + class) * 0x9e3779b97f4a7c15u >> (64 - ROCPD_HTML_MET_BITS)];
  *out = met;
  return met->key == key && met->class == class + 1 ? SQLITE_OK : find_head(w, (int)class, name, category, met);
}

/* True if the code of a name determines the category, too. */
static bool names_decide(const rocpd_export_batch *v) {
  const rocpd_column *n = v->name, *c = v->category;
  if (!n->dict || n->low || n->nulls || n->ndict > ROCPD_BATCH_ROWS) return false;
  if (rocpd_column_is_constant(c)) return true;
  return c->dict && !c->low && !c->nulls && c->data == n->data && c->width == n->width && c->base == n->base && c->step == n->step;
}

/* Begins the table of a batch's codes. */
static int begin_codes(rocpd_html_codes *k, const rocpd_export_batch *v) {
  if (k->batch == v) return SQLITE_OK;
  k->batch = NULL, k->decide = names_decide(v), k->turn++;
  size_t had = k->codes;
  if (k->decide && had < v->name->ndict) {
    if (rocpd_array_reserve(&k->met, &k->codes, v->name->ndict, sizeof *k->met)) return SQLITE_NOMEM;
    memset(k->met + had, 0, (k->codes - had) * sizeof *k->met);
  }
  k->batch = v;
  return SQLITE_OK;
}

int rocpd_html_reserve_places(uint32_t **place, size_t *places, size_t number) {
  size_t before = *places;
  if (number < before) return SQLITE_OK;
  if (rocpd_array_reserve(place, places, number + 1, sizeof **place)) return SQLITE_NOMEM;
  memset(*place + before, 0, (*places - before) * sizeof **place);
  return SQLITE_OK;
}

int rocpd_html_chunk_place(rocpd_html_chunk *c, uint32_t head, uint32_t *place) {
  if (rocpd_html_reserve_places(&c->place, &c->places, head)) return SQLITE_NOMEM;
  *place = c->place[head] - 1;
  if (c->place[head] && *place < c->sums && c->sum[*place].head == head) return SQLITE_OK;
  if (c->sums == c->sum_capacity && rocpd_array_reserve(&c->sum, &c->sum_capacity, c->sums + 1, sizeof *c->sum)) return SQLITE_NOMEM;
  *place = (uint32_t)c->sums++;
  c->place[head] = *place + 1;
  c->sum[*place] = (rocpd_html_head_sum){.head = head, .shortest = INT64_MAX};
  return SQLITE_OK;
}

static int coded_heads(rocpd_writer *w, rocpd_html_chunk *c, rocpd_html_codes *k, const rocpd_block_rows *r, uint32_t *head) {
  const rocpd_export_batch *v = k->batch;
  uint32_t class = (uint32_t)(v->event - rocpd_event_kinds);
  int64_t *place = c->head + c->n, code[ROCPD_BLOCK_EVENTS];
  rocpd_column codes = *v->name;
  codes.dict = NULL;
  rocpd_block_rows_get(r, &codes, code);
  for (uint32_t i = 0; i < r->n; i++) {
    rocpd_html_met *own = &k->met[code[i]];
    if (own->key != k->turn) {
      const rocpd_html_met *met;
      if (head_of(w, class, rocpd_column_at(v->name, r->row[i]), rocpd_column_at(v->category, r->row[i]), &met)) return SQLITE_NOMEM;
      *own = (rocpd_html_met){.key = k->turn, .head = met->head};
    }
    if (own->chunk != c->number) {
      if (rocpd_html_chunk_place(c, own->head, &own->place)) return SQLITE_NOMEM;
      own->chunk = c->number;
    }
    head[i] = own->head, place[i] = own->place;
  }
  return SQLITE_OK;
}

int rocpd_html_block_heads(rocpd_writer *w, rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r, uint32_t *head, rocpd_error *err) {
  uint32_t class = (uint32_t)(v->event - rocpd_event_kinds), place;
  rocpd_html_codes *k = &((rocpd_html *)w->state)->codes[class];
  int rc = begin_codes(k, v);
  if (rc || k->decide) return rocpd_fail_code(err, rc ? rc : coded_heads(w, c, k, r, head));
  int64_t name[ROCPD_BLOCK_EVENTS], category[ROCPD_BLOCK_EVENTS];
  rocpd_block_rows_get(r, v->name, name);
  rocpd_block_rows_get(r, v->category, category);
  for (uint32_t i = 0; i < r->n && !rc; i++) {
    const rocpd_html_met *met;
    rc = head_of(w, class, name[i], category[i], &met);
    if (!rc) rc = rocpd_html_chunk_place(c, met->head, &place);
    if (!rc) head[i] = met->head, c->head[c->n + i] = place;
  }
  return rocpd_fail_code(err, rc);
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
