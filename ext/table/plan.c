/* xBestIndex: chooses which constraints and which order the table handles itself.
**
** The plan is passed to xFilter as text, which EXPLAIN QUERY PLAN shows: tokens with blanks between them:
**
**    path=?                   a value for an argument (in order of arguments)
**    BY(rank)                 that of the argument `by`, which is not given
**    INDEX(stack_id,guid)     look up by the terms on these columns
**    start>=?  name=?         terms, one value each:  =  IN  <  <=  >  >=  !=
**    name==?  name!==?        IS and IS NOT    name=NULL  name!=NULL
**    name~?   name~~?         LIKE and GLOB
**    ORDER(name,-start)       rows in this order, descending where a minus stands
**    DISTINCT                 rows equal in the columns of ORDER may be left out
**
** argv of xFilter has the values in the same order. */
#include "module.h"
#include "newer.h"
#include <stdlib.h>

static const char *const op_text[PLAN_OPS] = {
  [PLAN_EQ] = "=?", [PLAN_IN] = "=(...)", [PLAN_LT] = "<?", [PLAN_LE] = "<=?", [PLAN_GT] = ">?", [PLAN_GE] = ">=?",
  [PLAN_NE] = "!=?", [PLAN_IS] = "==?", [PLAN_IS_NOT] = "!==?", [PLAN_NULL] = "=NULL", [PLAN_NOT_NULL] = "!=NULL",
  [PLAN_LIKE] = "~?", [PLAN_GLOB] = "~~?"};

/* From this version on, rows may be left out for DISTINCT. Before, SQLite also allowed it if the query uses rowids afterwards (seen with 3.40.1). */
#define DISTINCT_SQLITE 3046000

/* Assumed shares of rows that pass, if nothing better is known. */
#define SHARE_EQUAL 0.05
#define SHARE_BOUND 0.3
/* Cost of testing a row, relative to that of passing a row to SQLite. */
#define COST_TEST 0.05

static int op_of(int op) {
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ: return PLAN_EQ;
    case SQLITE_INDEX_CONSTRAINT_LT: return PLAN_LT;
    case SQLITE_INDEX_CONSTRAINT_LE: return PLAN_LE;
    case SQLITE_INDEX_CONSTRAINT_GT: return PLAN_GT;
    case SQLITE_INDEX_CONSTRAINT_GE: return PLAN_GE;
    case SQLITE_INDEX_CONSTRAINT_NE: return PLAN_NE;
    case SQLITE_INDEX_CONSTRAINT_IS: return PLAN_IS;
    case SQLITE_INDEX_CONSTRAINT_ISNOT: return PLAN_IS_NOT;
    case SQLITE_INDEX_CONSTRAINT_ISNULL: return PLAN_NULL;
    case SQLITE_INDEX_CONSTRAINT_ISNOTNULL: return PLAN_NOT_NULL;
    case SQLITE_INDEX_CONSTRAINT_LIKE: return PLAN_LIKE;
    case SQLITE_INDEX_CONSTRAINT_GLOB: return PLAN_GLOB;
    default: return -1;
  }
}

static const char *column_name(const rocpd_table_vtab *v, int c) { return c == TABLE_ROWID ? "rowid" : v->def[c].name; }

/* The column that a constraint is about: index in def, TABLE_ROWID, or TABLE_ABSENT if it is not a column of the rows. */
static int row_column(const rocpd_table_vtab *v, int column) {
  if (column < 0) return TABLE_ROWID;
  if (column >= v->columns || v->map[column] < 0) return TABLE_ABSENT;
  return v->map[column];
}

static bool is_integer(const rocpd_table_vtab *v, int c) {
  return c == TABLE_ROWID || (v->def[c].type == ROCPD_INT && v->def[c].declared[0]);
}

/* True if filter.c can decide this constraint, or at least leave out some rows. */
static bool can_use(const rocpd_table_vtab *v, sqlite3_index_info *info, int i, int c, int op) {
  bool pattern = op == PLAN_LIKE || op == PLAN_GLOB;
  if (c == TABLE_ROWID) return !pattern;
  const rocpd_column_def *d = &v->def[c];
  if (op == PLAN_NULL || op == PLAN_NOT_NULL) return true;
  if (d->type == ROCPD_REAL) return false;
  if (d->type == ROCPD_INT) return !pattern;
  /* JSONB has NUMERIC affinity, which compares text that looks like a number as one. */
  if (strcmp(d->declared, "JSONB") == 0) return false;
  return pattern || sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") == 0;
}

/* ---- estimates ---- */

typedef struct estimate {
  double rows, scanned; /* rows: rows that pass; scanned: rows in blocks that must be read */
  rocpd_batch **batch;
  size_t batches, sources;
  bool *leave_out; /* [batches] */
} estimate;

/* Gets row counts from the files, if that is possible without side effects. A snapshot is taken in any case: the statement is not running yet, so it cannot
** be confused with an earlier statement at the same address. */
static int estimate_begin(const rocpd_table_vtab *v, const char *path, rocpd_snapshot **snapshot, estimate *e) {
  memset(e, 0, sizeof(*e));
  e->rows = e->scanned = 1000;
  e->sources = 1;
  bool computed = v->table->kind < 0;
  rocpd_error err = {0};
  int rc = rocpd_trace_snapshot_of(v->trace, path, snapshot, &err);
  if (rc == SQLITE_OK && !computed) {
    rc = rocpd_snapshot_batches(*snapshot, v->table->kind, &e->batch, &e->batches, &err);
    rocpd_snapshot_sources(*snapshot, &e->sources);
  } else if (rc != SQLITE_OK) {
    *snapshot = NULL;
  }
  rocpd_error_clear(&err);
  if (rc == SQLITE_NOMEM) return rc;
  if (rc != SQLITE_OK || computed) return SQLITE_OK; /* xFilter reports the error */
  e->rows = 0;
  for (size_t i = 0; i < e->batches; i++) e->rows += e->batch[i]->rows;
  e->scanned = e->rows;
  e->leave_out = rocpd_zeroed(e->batches + 1);
  if (!e->leave_out) return SQLITE_NOMEM;
  return SQLITE_OK;
}

/* For a term with a known value: marks the batches that it leaves out, and returns the share of rows that pass if values are spread evenly between min and
** max. -1: not known. */
static double estimate_value(const rocpd_table_vtab *v, estimate *e, const plan_term *term, sqlite3_value *value) {
  rocpd_table_filter f = {0};
  double passing = 0, total = 0;
  bool text = term->column >= 0 && v->def[term->column].type == ROCPD_TEXT;
  if (text || rocpd_table_filter_compile(v, term, value, &f) != SQLITE_OK || f.test != TEST_RANGE || f.lo == ROCPD_NULL) {
    bool never = !text && f.test == TEST_NEVER;
    rocpd_table_filter_free(&f);
    return never ? 0 : -1;
  }
  for (size_t i = 0; i < e->batches; i++) {
    int64_t min, max;
    if (!rocpd_table_batch_zone(e->batch[i], term->column, &min, &max)) {
      passing = -1;
      break;
    }
    total += e->batch[i]->rows;
    if (!rocpd_table_filter_zone(&f, min, max)) {
      e->leave_out[i] = true;
      continue;
    }
    double width = (double)max - (double)min + 1;
    double lo = f.lo > min ? (double)f.lo : (double)min, hi = f.hi < max ? (double)f.hi : (double)max;
    double share = (hi - lo + 1) / width;
    if (share > 1) share = 1;
    passing += e->batch[i]->rows * (term->op == PLAN_EQ && share < SHARE_EQUAL ? SHARE_EQUAL : share);
  }
  rocpd_table_filter_free(&f);
  return passing < 0 || !total ? -1 : passing / total;
}

static double guess_share(const rocpd_table_vtab *v, const estimate *e, const plan_term *term) {
  bool id = term->column == TABLE_ROWID || (v->def[term->column].flags & ROCPD_C_ID);
  double rows = e->rows < 1 ? 1 : e->rows;
  switch (term->op) {
    case PLAN_EQ: case PLAN_IS:
      if (term->column == v->guid) return 1.0 / (double)(e->sources ? e->sources : 1);
      return id && 1 / rows < SHARE_EQUAL ? 1 / rows : SHARE_EQUAL;
    case PLAN_IN: return 4 * SHARE_EQUAL;
    case PLAN_LT: case PLAN_LE: case PLAN_GT: case PLAN_GE: return SHARE_BOUND;
    case PLAN_NULL: return SHARE_EQUAL;
    case PLAN_LIKE: case PLAN_GLOB: return SHARE_BOUND;
    default: return 0.95;
  }
}

/* ---- choosing ---- */

typedef struct choice {
  rocpd_table_plan plan;
  int constraint[TABLE_MAX_TERMS]; /* of each term */
  int given[TABLE_MAX_ARGS];       /* constraint + 1 of each argument */
} choice;

/* The columns that the query reads; they are the same for all plans that SQLite tries. */
static uint64_t columns_read(const rocpd_table_vtab *v, const sqlite3_index_info *info) {
  uint64_t read = 0;
  for (int i = 0; i < 63; i++) { /* the last bit stands for all further columns */
    int column = info->colUsed >> i & 1 ? row_column(v, i) : TABLE_ABSENT;
    if (i < v->columns && info->colUsed >> i & 1 && v->map[i] <= TABLE_OF_AGENT) column = v->of_agent[TABLE_OF_AGENT - v->map[i]].read[TABLE_AGENT_OF_ID];
    if (column >= 0 && column < 64) read |= (uint64_t)1 << column;
  }
  return read;
}

/* Chooses the arguments; SQLITE_CONSTRAINT if a value comes from a table that this plan reads later. */
static int choose_args(const rocpd_table_vtab *v, sqlite3_index_info *info, choice *ch) {
  for (int i = 0; i < info->nConstraint; i++) {
    const struct sqlite3_index_constraint *c = &info->aConstraint[i];
    if (c->op != SQLITE_INDEX_CONSTRAINT_EQ || c->iColumn < 0 || c->iColumn >= v->columns) continue;
    int m = v->map[c->iColumn];
    if (m >= 0 || m <= TABLE_ABSENT) continue;
    if (!c->usable) return SQLITE_CONSTRAINT;
    ch->given[-1 - m] = i + 1;
    ch->plan.given |= 1u << (-1 - m);
  }
  const char *first = v->table->first_of && !ch->given[1] ? v->table->first_of(columns_read(v, info)) : NULL;
  if (first) sqlite3_snprintf((int)sizeof ch->plan.first, ch->plan.first, "%s", first);
  return SQLITE_OK;
}

/* Adds a term in order of columns, so that the plan's text does not depend on how SQLite splits the WHERE clause. */
static void add_term(choice *ch, int constraint, plan_term term) {
  rocpd_table_plan *plan = &ch->plan;
  int k = plan->terms++;
  for (; k > 0 && plan->term[k - 1].column > term.column; k--) {
    plan->term[k] = plan->term[k - 1];
    ch->constraint[k] = ch->constraint[k - 1];
  }
  plan->term[k] = term;
  ch->constraint[k] = constraint;
}

static void choose_terms(const rocpd_table_vtab *v, sqlite3_index_info *info, choice *ch) {
  rocpd_table_plan *plan = &ch->plan;
  for (int i = 0; i < info->nConstraint && plan->terms < TABLE_MAX_TERMS; i++) {
    const struct sqlite3_index_constraint *c = &info->aConstraint[i];
    int op = op_of(c->op);
    if (!c->usable || op < 0) continue;
    int column = row_column(v, c->iColumn);
    if (column == TABLE_ABSENT || !can_use(v, info, i, column, op)) continue;
    if (op == PLAN_EQ && rocpd_vtab_in(info, i)) op = PLAN_IN;
    add_term(ch, i, (plan_term){column, op});
  }
}

/* Chooses the id column to look up: one with EQ rather than one with IN. guid alone selects little; it is only used with another id. */
static void choose_index(const rocpd_table_vtab *v, rocpd_table_plan *plan) {
  int in = -1, eq = -1;
  bool guid = false;
  for (int i = 0; i < plan->terms; i++) {
    const plan_term *t = &plan->term[i];
    if (t->op != PLAN_EQ && t->op != PLAN_IN) continue;
    if (t->column == v->guid && t->column >= 0) {
      guid |= t->op == PLAN_EQ;
      continue;
    }
    bool id = t->column == TABLE_ROWID || ((v->def[t->column].flags & ROCPD_C_ID) && v->def[t->column].type == ROCPD_INT);
    if (!id) continue;
    if (t->op == PLAN_EQ && (eq < 0 || t->column == TABLE_ROWID)) eq = i;
    if (t->op == PLAN_IN && in < 0) in = i;
  }
  int chosen = eq >= 0 ? eq : in;
  plan->index = chosen < 0 ? TABLE_ABSENT : plan->term[chosen].column;
  plan->index_guid = chosen >= 0 && guid && plan->index != TABLE_ROWID;
}

/* Takes over ORDER BY if all its terms are columns of the rows, always in the requested direction. This holds for GROUP BY, too: its direction may serve an
** ORDER BY that follows. */
static void choose_order(const rocpd_table_vtab *v, sqlite3_index_info *info, rocpd_table_plan *plan) {
  if (!info->nOrderBy && v->table->by_start) plan->order[plan->orders++] = (plan_order){rocpd_kinds[v->table->kind].start, false};
  if (!info->nOrderBy || info->nOrderBy > TABLE_MAX_ORDER) return;
  int distinct = rocpd_vtab_distinct(info);
  bool leave_out = distinct >= 2 && sqlite3_libversion_number() >= DISTINCT_SQLITE;
  if (distinct == 2 && !leave_out) return; /* for DISTINCT, SQLite accepts rows in any order */
  sqlite3_uint64 covered = 0;
  for (int i = 0; i < info->nOrderBy; i++) {
    int c = row_column(v, info->aOrderBy[i].iColumn);
    /* A column that only main's own view has is NULL in all rows; SQLite may sort by it. */
    if (c == TABLE_ABSENT) return;
    if (info->aOrderBy[i].iColumn >= 0 && info->aOrderBy[i].iColumn < 63) covered |= (sqlite3_uint64)1 << info->aOrderBy[i].iColumn;
    plan->order[i] = (plan_order){c, info->aOrderBy[i].desc};
  }
  plan->orders = info->nOrderBy;
  plan->distinct = leave_out && !(info->colUsed & ~covered);
  info->orderByConsumed = 1;
}

static char *plan_text(const rocpd_table_vtab *v, const rocpd_table_plan *plan) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  for (int i = 0; i < v->args; i++)
    if (plan->given & (1u << i)) sqlite3_str_appendf(s, "%s=? ", i ? v->table->args[i - 1] : "path");
  if (*plan->first) sqlite3_str_appendf(s, "FIRST(%s) ", plan->first);
  if (plan->index != TABLE_ABSENT)
    sqlite3_str_appendf(s, "INDEX(%s%s) ", column_name(v, plan->index), plan->index_guid ? ",guid" : "");
  for (int i = 0; i < plan->terms; i++)
    sqlite3_str_appendf(s, "%s%s ", column_name(v, plan->term[i].column), op_text[plan->term[i].op]);
  for (int i = 0; i < plan->orders; i++)
    sqlite3_str_appendf(s, "%s%s%s", i ? "," : "ORDER(", plan->order[i].descending ? "-" : "", column_name(v, plan->order[i].column));
  if (plan->orders) sqlite3_str_appendall(s, plan->distinct ? ") DISTINCT " : ") ");
  if (!sqlite3_str_length(s)) sqlite3_str_appendall(s, "SCAN "); /* an empty text would look like out of memory */
  char *text = sqlite3_str_finish(s);
  if (text) text[strlen(text) - 1] = 0;
  return text;
}

/* The path, if it is a literal; else NULL. */
static const char *known_path(sqlite3_index_info *info, const choice *ch) {
  sqlite3_value *value = ch->given[0] ? rocpd_vtab_value(info, ch->given[0] - 1) : NULL;
  return value ? (const char *)sqlite3_value_text(value) : NULL;
}

static int estimate_plan(const rocpd_table_vtab *v, sqlite3_index_info *info, const choice *ch) {
  estimate e;
  rocpd_snapshot *snapshot = NULL;
  const char *path = known_path(info, ch);
  int rc = SQLITE_OK;
  if (ch->given[0] && !path) {
    memset(&e, 0, sizeof(e));
    e.rows = e.scanned = 100000;
    e.sources = 1;
  } else {
    rc = estimate_begin(v, path, &snapshot, &e);
  }
  double rows = e.rows;
  for (int i = 0; rc == SQLITE_OK && i < ch->plan.terms; i++) {
    const plan_term *term = &ch->plan.term[i];
    sqlite3_value *value = term->op != PLAN_IN && e.leave_out ? rocpd_vtab_value(info, ch->constraint[i]) : NULL;
    double share = value ? estimate_value(v, &e, term, value) : -1;
    rows *= share >= 0 ? share : guess_share(v, &e, term);
  }
  for (size_t i = 0; e.leave_out && i < e.batches; i++)
    if (e.leave_out[i]) e.scanned -= e.batch[i]->rows;
  if (rows < 1) rows = 1;
  double cost = e.scanned * COST_TEST + rows;
  if (ch->plan.index == TABLE_ROWID) {
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    rows = 1;
    cost = 2;
  } else if (ch->plan.index != TABLE_ABSENT) {
    /* Without a guid, an id may occur in every file. */
    if (!ch->plan.index_guid && rows < (double)e.sources) rows = (double)e.sources;
    cost = (ch->plan.index_guid ? 5 : 6) + rows * 2;
  }
  for (int i = 0; i < ch->plan.terms; i++)
    if (ch->plan.index == TABLE_ROWID && ch->plan.term[i].column == TABLE_ROWID && ch->plan.term[i].op == PLAN_IN) info->idxFlags = 0;
  info->estimatedCost = cost + 1;
  info->estimatedRows = (sqlite3_int64)rows;
  sqlite3_free(e.leave_out);
  rocpd_snapshot_release(snapshot);
  return rc;
}

int rocpd_table_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info) {
  const rocpd_table_vtab *v = (const rocpd_table_vtab *)vtab;
  choice ch;
  memset(&ch, 0, sizeof(ch));
  int rc = choose_args(v, info, &ch);
  if (rc != SQLITE_OK) return rc;
  choose_terms(v, info, &ch);
  choose_index(v, &ch.plan);
  choose_order(v, info, &ch.plan);
  int arg = 0;
  for (int i = 0; i < v->args; i++) {
    if (!ch.given[i]) continue;
    info->aConstraintUsage[ch.given[i] - 1].argvIndex = ++arg;
    info->aConstraintUsage[ch.given[i] - 1].omit = 1;
  }
  for (int i = 0; i < ch.plan.terms; i++) {
    const plan_term *term = &ch.plan.term[i];
    struct sqlite3_index_constraint_usage *use = &info->aConstraintUsage[ch.constraint[i]];
    use->argvIndex = ++arg;
    use->omit = is_integer(v, term->column) || term->op == PLAN_NULL || term->op == PLAN_NOT_NULL;
  }
  info->idxStr = plan_text(v, &ch.plan);
  if (!info->idxStr) return SQLITE_NOMEM;
  info->needToFreeIdxStr = 1;
  return estimate_plan(v, info, &ch);
}

/* ---- reading ---- */

static int find_column(const rocpd_table_vtab *v, const char *name, size_t size) {
  if (size == 5 && strncmp(name, "rowid", 5) == 0) return TABLE_ROWID;
  for (int i = 0; i < v->defs; i++)
    if (strlen(v->def[i].name) == size && strncmp(v->def[i].name, name, size) == 0) return i;
  return TABLE_ABSENT;
}

static size_t name_size(const char *text) { return strcspn(text, "=<>!~, )"); }

/* Reads "name op" or an argument, and moves p behind it. */
static bool read_term(const rocpd_table_vtab *v, const char **p, rocpd_table_plan *plan) {
  size_t name = name_size(*p), op_size = strcspn(*p + name, " ");
  for (int i = 0; i < v->args; i++) {
    const char *arg = i ? v->table->args[i - 1] : "path";
    if (strlen(arg) != name || strncmp(arg, *p, name) || plan->terms) continue;
    plan->given |= 1u << i;
    *p += name + op_size;
    return true;
  }
  int column = find_column(v, *p, name), op = 0;
  while (op < PLAN_OPS && (strlen(op_text[op]) != op_size || strncmp(op_text[op], *p + name, op_size))) op++;
  if (column == TABLE_ABSENT || op == PLAN_OPS || plan->terms == TABLE_MAX_TERMS) return false;
  plan->term[plan->terms++] = (plan_term){column, op};
  *p += name + op_size;
  return true;
}

static bool read_order(const rocpd_table_vtab *v, const char **p, rocpd_table_plan *plan) {
  *p += strlen("ORDER(");
  for (;;) {
    bool descending = **p == '-';
    *p += descending;
    size_t name = name_size(*p);
    int column = find_column(v, *p, name);
    if (column == TABLE_ABSENT || plan->orders == TABLE_MAX_ORDER) return false;
    plan->order[plan->orders++] = (plan_order){column, descending};
    *p += name;
    if (*(*p)++ == ')') return true;
  }
}

static bool read_index(const rocpd_table_vtab *v, const char **p, rocpd_table_plan *plan) {
  *p += strlen("INDEX(");
  size_t name = name_size(*p);
  plan->index = find_column(v, *p, name);
  *p += name;
  plan->index_guid = strncmp(*p, ",guid", 5) == 0;
  *p += strcspn(*p, ")") + 1;
  return plan->index != TABLE_ABSENT;
}

static bool read_first(const char **p, rocpd_table_plan *plan) {
  *p += strlen("FIRST(");
  size_t size = name_size(*p);
  if (size >= sizeof plan->first || (*p)[size] != ')') return false;
  memcpy(plan->first, *p, size);
  *p += size + 1;
  return true;
}

bool rocpd_table_plan_read(const rocpd_table_vtab *v, const char *text, rocpd_table_plan *plan) {
  memset(plan, 0, sizeof(*plan));
  plan->index = TABLE_ABSENT;
  if (!text) return false;
  for (const char *p = text; *p;) {
    bool good = true;
    if (strncmp(p, "INDEX(", 6) == 0) good = read_index(v, &p, plan);
    else if (strncmp(p, "FIRST(", 6) == 0) good = read_first(&p, plan);
    else if (strncmp(p, "ORDER(", 6) == 0) good = read_order(v, &p, plan);
    else if (strncmp(p, "DISTINCT", 8) == 0) plan->distinct = true, p += 8;
    else if (strncmp(p, "SCAN", 4) == 0) p += 4;
    else good = read_term(v, &p, plan);
    if (!good || (*p && *p != ' ')) return false;
    p += *p == ' ';
  }
  return true;
}
