/* modules, frames and stacks: see row.h. */
#include "row.h"
#include "core.h"
#include "interpreter.h"
#include "region.h"
#include "sample.h"
#include "walk.h"
#include <stdio.h>
#include <string.h>

#define P(at) COLLECT_PARAMETER_AT(at, ROCZ_F_INT)
#define S(at) COLLECT_PARAMETER_AT(at, ROCZ_F_STRING)
#define TABLE(id, is_info, list, names) \
  static const collect_parameter parameters_##id[] = list; \
  static const collect_api api_##id = {.domain = &collect_domain_samples, .rows = true, .bare = true, .stored = stored_##id, .info = is_info}; \
  static collect_function table_##id = {.generation = COLLECT_NEVER, .name = #id, .api = &api_##id, .parameter = parameters_##id, .texts = names, \
                                        .parameters = sizeof parameters_##id / sizeof *parameters_##id, .words = sizeof parameters_##id / sizeof *parameters_##id};
#define LIST(...) {__VA_ARGS__}

#define AT(word) ((word) + 1)
enum { M_ID, M_PATH, M_BUILD, M_BASE, M_SIZE, M_WORDS };
static const collect_stored stored_modules[M_WORDS];
TABLE(modules, true, LIST(P(0), S(1), S(2), P(3), P(4)), "id\0\0file_path\0\0build_id\0\0load_base\0\0load_size\0\0")
enum { F_ID, F_PARENT, F_MODULE, F_OFFSET, F_RETURN, F_FUNCTION, F_FILE, F_LINE, F_WORDS };
static const collect_stored stored_frames[F_WORDS] = {[F_ID] = {.by = 1 + ROCZ_T_DELTA}, [F_PARENT] = {.by = 1 + ROCZ_T_DIFF, .other = AT(F_ID)}};
TABLE(frames, true, LIST(P(0), P(1), P(2), P(3), P(4), S(5), S(6), P(7)),
      "id\0\0parent_frame_id\0\0module_id\0\0offset\0\0is_return\0\0function\0\0file\0\0line\0\0")
/* Rows of a thread follow each other, and each begins where the one before ended. */
enum { K_TID, K_CATEGORY, K_START, K_END, K_FRAME, K_WEIGHT, K_CALL, K_STATE, K_SYSCALL, K_CPU, K_WAIT, K_WORDS };
static const collect_stored stored_stacks[K_WORDS] = {[K_START] = {.by = 1 + ROCZ_T_GAP, .other = AT(K_END)}, [K_END] = {.after = AT(K_START), .by = 1 + ROCZ_T_NONE}};
TABLE(stacks, false, LIST(P(0), S(1), P(2), P(3), P(4), P(5), P(6), S(7), P(8), P(9), P(10)),
      "tid\0\0category\0\0start\0\0end\0\0frame_id\0\0weight\0\0stack_id\0\0state\0\0syscall\0\0cpu_ns\0\0wait_ns\0\0")

static const char *const texts[] = {"running", "kernel", "runnable", "blocked", "SAMPLE"};
static collect_texts ids = COLLECT_TEXT_IDS(texts);
static uint32_t generation;

bool sample_rows_ready(void) {
  if (!collect_row_ready(&table_modules) || !collect_row_ready(&table_frames) || !collect_row_ready(&table_stacks))
    return false;
  generation = atomic_load(&table_stacks.generation);
  if (atomic_load(&ids.generation) != generation)
    collect_texts_intern(&ids, generation);
  return true;
}

static bool put(const collect_function *f, const uint64_t *words) {
  bool good = collect_row_put(f, generation, words, f == &table_stacks ? COLLECT_ROW_SOON : COLLECT_ROW_LATE);
  if (!good)
    collect_wake_writer();
  return good;
}

static const char *build_id_text(const collect_unwind_about *about, char *text, size_t size) {
  size_t n = 0;
  for (uint32_t i = 0; i < about->build_id_size && n + 2 < size; i++)
    n += (size_t)snprintf(text + n, size - n, "%02x", about->build_id[i]);
  return n ? text : NULL;
}

bool sample_module_write(uint32_t number) {
  collect_unwind_about about;
  char text[132];
  uint64_t words[M_WORDS];
  if (!collect_unwind_module_about(number, &about))
    return false;
  words[M_ID] = number + 1;
  words[M_PATH] = collect_string_word(about.path);
  words[M_BUILD] = collect_string_word(build_id_text(&about, text, sizeof text));
  words[M_BASE] = about.low;
  words[M_SIZE] = about.size;
  return put(&table_modules, words);
}

bool sample_frame_write(uint32_t id, uint32_t parent, uint32_t module, uint64_t offset, bool is_return) {
  uint64_t words[F_WORDS] = {[F_ID] = id, [F_PARENT] = parent ? parent : (uint64_t)ROCZ_NULL, [F_MODULE] = module ? module : (uint64_t)ROCZ_NULL,
                             [F_OFFSET] = offset, [F_RETURN] = is_return, [F_LINE] = (uint64_t)ROCZ_NULL};
  return put(&table_frames, words);
}

bool sample_interpreted_write(uint32_t id, uint32_t parent, uint64_t number) {
  collect_interpreter_about about = {.function = NULL};
  bool known = collect_interpreter_now.about(number | COLLECT_WALK_INTERPRETED, &about);
  uint64_t words[F_WORDS] = {[F_ID] = id, [F_PARENT] = parent ? parent : (uint64_t)ROCZ_NULL, [F_MODULE] = (uint64_t)ROCZ_NULL, [F_OFFSET] = (uint64_t)ROCZ_NULL,
                             [F_FUNCTION] = collect_string_word(known ? about.function : "?"), [F_FILE] = collect_string_word(about.file),
                             [F_LINE] = known && about.line ? about.line : (uint64_t)ROCZ_NULL};
  return put(&table_frames, words);
}

bool sample_row_write(const sample_row *r) {
  uint64_t words[K_WORDS] = {[K_TID] = (uint64_t)r->tid, [K_CATEGORY] = atomic_load(&ids.id[SAMPLE_STATES]), [K_START] = (uint64_t)r->start,
                             [K_END] = (uint64_t)(r->end - r->start),
                             [K_FRAME] = r->frame ? r->frame : (uint64_t)ROCZ_NULL, [K_WEIGHT] = r->weight, [K_CALL] = r->stack_id,
                             [K_STATE] = atomic_load(&ids.id[r->state]), [K_SYSCALL] = r->call >= 0 ? (uint64_t)r->call : (uint64_t)ROCZ_NULL,
                             [K_CPU] = r->cpu_ns, [K_WAIT] = r->wait_ns};
  return put(&table_stacks, words);
}

void sample_counter_write(const char *name, uint64_t value, const char *detail) { collect_meta(ROCZ_COUNTER, name, (int64_t)value, detail); }
