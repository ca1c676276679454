/* Kinds of the views, joined from the base tables of a source, and base tables derived
** from the views' kinds where a source has those (tables_from_views_*.c).
**
** A view has a parent: each of its batches has the rows of a batch of the parent, or
** some of them. Its columns are declared in a table (views_from_tables_*.c): the parent's as they
** are, attributes of rows to which ids in the parent point (link.h), or computed.
** All joins are by id within the source, and left joins: a row that upstream's inner
** joins lose or multiply is there once, with NULL where a linked row is missing.
**
**    static const rocpd_view_column columns[ROCPD_KERNEL_COLUMNS] = {
**      [ROCPD_KERNEL_start] = SAME(ROCPD_RAW_DISPATCH_start),
**      [ROCPD_KERNEL_name] = LINK(ROCPD_RAW_DISPATCH_kernel_id, SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_display_name),
**      [ROCPD_KERNEL_duration] = DIFFERENCE(ROCPD_KERNEL_end, ROCPD_KERNEL_start)};
**    ROCPD_VIEW(kernels, KERNEL, RAW_DISPATCH, .column = columns);
**
** An undeclared column is NULL. source, run, host and rank need no declaration, and wall_ns follows from the start. */
#ifndef ROCPD_VIEW_H
#define ROCPD_VIEW_H
#include "derive.h"
#include "link.h"

enum rocpd_view_form {
  ROCPD_VIEW_NULL,
  ROCPD_VIEW_SAME,       /* column of the parent */
  ROCPD_VIEW_LINK,       /* hops from a column of the parent */
  ROCPD_VIEW_LINK_OWN,   /* hops from a column of the view */
  ROCPD_VIEW_DIFFERENCE, /* of two columns of the view */
  ROCPD_VIEW_PRODUCT,    /* of three columns of the view */
  ROCPD_VIEW_JSON,       /* the value at path `text` in a column of the parent */
  ROCPD_VIEW_TEXT,       /* the constant `text` */
  ROCPD_VIEW_STRING_ID,  /* the id that a text of the parent has in the derived rocpd_string */
  ROCPD_VIEW_COMPUTED,   /* by compute() from the parent's rows */
  ROCPD_VIEW_COMPUTED_OWN, /* by compute() from columns of the view */
  ROCPD_VIEW_GIVEN,      /* values that came with the batch */
};

typedef struct rocpd_view_column {
  uint8_t form, column, other, third;
  uint8_t hops; /* LINK: 1 or 2 */
  struct {
    uint8_t link, column;
  } hop[2];
  const char *text;
  const struct rocpd_view_column *otherwise; /* LINK: the value of rows for which the link gives NULL */
  /* COMPUTED: a value for each row of the parent, COMPUTED_OWN: of the view's batch. Thread safe. */
  int (*compute)(rocpd_batch *of, int64_t *out, rocpd_error *err);
} rocpd_view_column;

#define SAME(c) {.form = ROCPD_VIEW_SAME, .column = c}
#define LINK(c, to, attribute) {.form = ROCPD_VIEW_LINK, .column = c, .hops = 1, .hop = {{ROCPD_LINK_##to, attribute}}}
/* The attribute is itself an id, which points to another row. */
#define LINK2(c, to, attribute, to2, attribute2) \
  {.form = ROCPD_VIEW_LINK, .column = c, .hops = 2, .hop = {{ROCPD_LINK_##to, attribute}, {ROCPD_LINK_##to2, attribute2}}}
#define LINK_OWN(c, to, attribute) {.form = ROCPD_VIEW_LINK_OWN, .column = c, .hops = 1, .hop = {{ROCPD_LINK_##to, attribute}}}
#define LINK2_OWN(c, to, attribute, to2, attribute2) \
  {.form = ROCPD_VIEW_LINK_OWN, .column = c, .hops = 2, .hop = {{ROCPD_LINK_##to, attribute}, {ROCPD_LINK_##to2, attribute2}}}
/* The value of another link if the first one gives NULL. */
#define LINK_OR(c, to, attribute, instead) {.form = ROCPD_VIEW_LINK, .column = c, .hops = 1, .hop = {{ROCPD_LINK_##to, attribute}}, \
                                            .otherwise = instead}
#define DIFFERENCE(of, less) {.form = ROCPD_VIEW_DIFFERENCE, .column = of, .other = less}
#define PRODUCT(x, y, z) {.form = ROCPD_VIEW_PRODUCT, .column = x, .other = y, .third = z}
#define JSON(c, path) {.form = ROCPD_VIEW_JSON, .column = c, .text = path}
#define TEXT(t) {.form = ROCPD_VIEW_TEXT, .text = t}
#define JSON_NOTHING TEXT("{}") /* extdata and the like where there is nothing to say */
#define STRING_ID(c) {.form = ROCPD_VIEW_STRING_ID, .column = c}
#define COMPUTED(f) {.form = ROCPD_VIEW_COMPUTED, .compute = f}
#define COMPUTED_OWN(f) {.form = ROCPD_VIEW_COMPUTED_OWN, .compute = f}
#define GIVEN {.form = ROCPD_VIEW_GIVEN}

typedef struct rocpd_view {
  int kind, parent;
  const rocpd_view_column *column; /* [columns of the kind] */
  /* If not NULL, the view has only some rows of the parent: it sets keep[i] for those.
  ** Thread safe. */
  int (*select)(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err);
  int part; /* 0, 1, ... if a kind is made of several others: keeps their lanes and row ids apart */
} rocpd_view;

typedef struct rocpd_view_batch {
  rocpd_batch base;
  const rocpd_view *view;
  rocpd_batch *parent;
  rocpd_links *links;
  uint32_t *pick; /* row i is row pick[i] of the parent, ascending; NULL: row i */
  int64_t *given; /* [rows] */
} rocpd_view_batch;

/* rocpd_deriver.make for a view. */
int rocpd_view_make(const rocpd_view *view, rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err);
/* The same for the parts of a kind, one after the other. */
int rocpd_view_make_parts(const rocpd_view *part, int parts, rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n,
                          rocpd_error *err);
/* A batch with `rows` rows of parent: those that `pick` lists, or all when it is NULL.
** It takes `pick` and `given`, which come from sqlite3_malloc64, also when it fails;
** NULL when out of memory. */
rocpd_view_batch *rocpd_view_batch_new(const rocpd_view *view, rocpd_links *l, rocpd_batch *parent, uint32_t *pick, uint32_t rows, int64_t *given);

/* For `select`: rows in which a column has the text, ... */
int rocpd_view_keep_text(rocpd_batch *parent, int index, const char *text, uint8_t *keep, rocpd_error *err);
/* ... is not NULL, ... */
int rocpd_view_keep_present(rocpd_batch *parent, int index, uint8_t *keep, rocpd_error *err);
/* ... is what the source itself delivers; */
int rocpd_view_keep_delivered(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err);
/* ... points to a row that is there; */
int rocpd_view_keep_linked(rocpd_links *l, rocpd_batch *parent, int index, int link, uint8_t *keep, rocpd_error *err);
/* of those kept already, the ones with an integer at a path of a column's JSON. */
int rocpd_view_keep_json(rocpd_batch *parent, int index, const char *path, uint8_t *keep, rocpd_error *err);

/* A view and its maker. */
#define ROCPD_VIEW(id, of, from, ...) ROCPD_VIEW_FOR(id, of, from, ROCPD_KIND_BIT(ROCPD_KIND_##from), __VA_ARGS__)
/* The same if the parent is itself derived: for all sources that deliver the kinds `serves`. */
#define ROCPD_VIEW_FOR(id, of, from, serves, ...)                                                                     \
  static const rocpd_view view_##id = {.kind = ROCPD_KIND_##of, .parent = ROCPD_KIND_##from, __VA_ARGS__};             \
  static int make_##id(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {    \
    return rocpd_view_make(&view_##id, s, source, out, n, err);                                                       \
  }                                                                                                                   \
  ROCPD_DERIVER(id) = {.kind = ROCPD_KIND_##of, .needs = serves, .view = &view_##id, .views = 1, .make = make_##id}

#endif
