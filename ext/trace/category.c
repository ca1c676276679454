/* See category.h. The function's own name says best what a kernel does: "reduce_kernel" is a reduction, even if it is instantiated for an elementwise
** functor. A function called just "kernel" is classified by the rest of its name. */
#include "category.h"
#include <pthread.h>
#include "column.h"
#include "demangle.h"
#include "map.h"

/* Parts of names, in lower case, in the order in which they are looked for. They are names used by RCCL and NCCL, hipBLASLt and Tensile ("Cijk"), rocBLAS,
** Composable Kernel, MIOpen, rocPRIM, hipCUB, rocFFT, rocRAND, PyTorch, Triton's inductor ("triton_poi"), vLLM and llama.cpp. */
static const struct rule {
  const char *part, *category;
} rules[] = {
  {"nccl", "collective"}, {"rccl", "collective"}, {"msccl", "collective"}, {"allreduce", "collective"}, {"all_reduce", "collective"},
  {"allgather", "collective"}, {"all_gather", "collective"}, {"reducescatter", "collective"}, {"reduce_scatter", "collective"},
  {"alltoall", "collective"}, {"all_to_all", "collective"}, {"sendrecv", "collective"}, {"cross_device_reduce", "collective"},
  {"rocshmem", "collective"},
  {"fillbuffer", "fill"}, {"fillimage", "fill"}, {"memset", "fill"},
  {"copybuffer", "copy"}, {"copyimage", "copy"}, {"memcpy", "copy"}, {"cpy_", "copy"}, {"_cpy", "copy"}, {"catarray", "copy"}, {"copykernel", "copy"},
  {"attn", "attention"}, {"attention", "attention"}, {"fmha", "attention"}, {"flash_fwd", "attention"}, {"flash_bwd", "attention"},
  {"convert", "elementwise"}, {"conv", "convolution"}, {"winograd", "convolution"}, {"igemm", "convolution"}, {"im2col", "convolution"},
  {"col2im", "convolution"},
  {"gemm", "gemm"}, {"gemv", "gemm"}, {"cijk_", "gemm"}, {"matmul", "gemm"}, {"mat_mul", "gemm"}, {"mul_mat", "gemm"}, {"_mm_kernel", "gemm"},
  {"rope", "elementwise"}, {"rotary", "elementwise"},
  {"softmax", "softmax"}, {"norm", "normalization"},
  {"rocrand", "random"}, {"hiprand", "random"}, {"philox", "random"}, {"distribution", "random"}, {"dropout", "random"},
  {"fft", "fft"},
  {"multi_tensor", "optimizer"}, {"adam", "optimizer"}, {"sgd", "optimizer"},
  {"quant", "quantization"},
  {"sort", "sort"}, {"topk", "sort"}, {"top_k", "sort"}, {"scan", "scan"}, {"cumsum", "scan"}, {"lookback", "scan"}, {"histogram", "reduction"},
  {"gather", "indexing"}, {"scatter", "indexing"}, {"embedding", "indexing"}, {"index", "indexing"}, {"get_rows", "indexing"}, {"set_rows", "indexing"},
  {"transpose", "transpose"}, {"permute", "transpose"},
  {"triton_red", "reduction"}, {"triton_per", "reduction"}, {"reduc", "reduction"},
  {"elementwise", "elementwise"}, {"pointwise", "elementwise"}, {"triton_poi", "elementwise"}, {"bcast", "elementwise"}, {"relu", "elementwise"},
  {"gelu", "elementwise"}, {"silu", "elementwise"}, {"swiglu", "elementwise"}, {"sigmoid", "elementwise"}, {"tanh", "elementwise"},
  {"act_and_mul", "elementwise"}, {"axpy", "elementwise"}};
#define OTHERWISE "compute"

typedef struct pattern { /* a row of the user's table rocpd_categories */
  char *glob;
  int64_t category;
} pattern;

struct rocpd_categories {
  rocpd_session *session;
  pattern *user;
  size_t users;
  pthread_mutex_t lock;
  rocpd_map known; /* name -> category */
};

/* ---- the user's table */

static int add_pattern(rocpd_categories *c, const char *glob, const char *category, rocpd_error *err) {
  if (!glob || !category) return SQLITE_OK; /* a NULL matches nothing */
  if (rocpd_array_push_reserve(&c->user, c->users, sizeof *c->user) != SQLITE_OK) return rocpd_no_memory(err);
  pattern *p = &c->user[c->users];
  p->glob = sqlite3_mprintf("%s", glob);
  if (!p->glob || rocpd_intern(c->session, category, -1, &p->category) != SQLITE_OK) return sqlite3_free(p->glob), rocpd_no_memory(err);
  c->users++;
  return SQLITE_OK;
}

static int look_for_table(sqlite3 *db) { return sqlite3_table_column_metadata(db, NULL, "rocpd_categories", NULL, NULL, NULL, NULL, NULL, NULL); }

bool rocpd_categories_of_user(rocpd_session *session) { return look_for_table(rocpd_session_db(session)) != SQLITE_ERROR; }

static int read_user(rocpd_categories *c, rocpd_error *err) {
  sqlite3 *db = rocpd_session_db(c->session);
  sqlite3_stmt *s = NULL;
  int rc = look_for_table(db);
  if (rc == SQLITE_ERROR) return SQLITE_OK; /* the user has no such table */
  if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(db, "SELECT pattern, category FROM rocpd_categories ORDER BY rowid", -1, &s, NULL);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "table rocpd_categories: expected columns pattern and category: %s", sqlite3_errmsg(db));
  while (rc == SQLITE_OK && (rc = sqlite3_step(s)) == SQLITE_ROW)
    rc = add_pattern(c, (const char *)sqlite3_column_text(s, 0), (const char *)sqlite3_column_text(s, 1), err);
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "table rocpd_categories: %s", sqlite3_errmsg(db));
  sqlite3_finalize(s);
  return rc;
}

int rocpd_categories_new(rocpd_session *session, rocpd_categories **out, rocpd_error *err) {
  rocpd_categories *c = *out = rocpd_zeroed(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  c->session = session;
  pthread_mutex_init(&c->lock, NULL);
  int rc = read_user(c, err);
  if (rc != SQLITE_OK) rocpd_categories_free(c), *out = NULL;
  return rc;
}

void rocpd_categories_free(rocpd_categories *c) {
  if (!c) return;
  for (size_t i = 0; i < c->users; i++) sqlite3_free(c->user[i].glob);
  sqlite3_free(c->user);
  rocpd_map_free(&c->known);
  pthread_mutex_destroy(&c->lock);
  sqlite3_free(c);
}

/* ---- names */

static const char *find_rule(char *name) {
  for (char *p = name; *p; p++)
    if (*p >= 'A' && *p <= 'Z') *p += 'a' - 'A';
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (strstr(name, rules[i].part)) return rules[i].category;
  return NULL;
}

static int classify(rocpd_categories *c, char *whole, char *own, int64_t *category, rocpd_error *err) {
  for (size_t i = 0; i < c->users; i++)
    if (!sqlite3_strglob(c->user[i].glob, whole) || !sqlite3_strglob(c->user[i].glob, own)) return *category = c->user[i].category, SQLITE_OK;
  const char *text = find_rule(own);
  if (!text) text = find_rule(whole);
  return rocpd_fail_code(err, rocpd_intern(c->session, text ? text : OTHERWISE, -1, category));
}

int rocpd_category_of_text(rocpd_categories *c, const char *name, int64_t *category, rocpd_error *err) {
  char *whole = rocpd_demangled(name), *own = rocpd_short_name(name, ROCPD_SHORT_NAME);
  int rc = whole && own ? classify(c, whole, own, category, err) : rocpd_no_memory(err);
  sqlite3_free(whole), sqlite3_free(own);
  return rc;
}

int rocpd_category_of(rocpd_categories *c, int64_t name, int64_t *category, rocpd_error *err) {
  *category = ROCPD_NULL;
  if (name == ROCPD_NULL) return SQLITE_OK;
  pthread_mutex_lock(&c->lock);
  uint64_t known = rocpd_map_get(&c->known, (uint64_t)name, UINT64_MAX);
  pthread_mutex_unlock(&c->lock);
  if (known != UINT64_MAX) return *category = (int64_t)known, SQLITE_OK;
  int rc = rocpd_category_of_text(c, rocpd_string(c->session, name, NULL), category, err);
  if (rc != SQLITE_OK) return rc;
  pthread_mutex_lock(&c->lock);
  rc = rocpd_map_set(&c->known, (uint64_t)name, (uint64_t)*category);
  pthread_mutex_unlock(&c->lock);
  return rc == SQLITE_OK ? rc : rocpd_no_memory(err);
}
