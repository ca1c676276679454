/* Writes the arguments of calls as parameters of their regions: as numbers if the text is exactly how the number is written, else as texts. */
#include "otf2.h"

/* ---- keys: of a name, how many before it had the same, and of what type the value is. An argument without a name is called by its place among the call's */

static uint64_t key_of(const rocpd_otf2_argument *a) {
  return (rocpd_otf2_string_key(a->name) * ROCPD_OTF2_ARGUMENTS_OF_CALL + a->earlier) * ROCPD_OTF2_ARGUMENT_TYPES + a->type;
}

rocpd_otf2_argument rocpd_otf2_argument_of(uint64_t key) {
  uint64_t name = key / ROCPD_OTF2_ARGUMENT_TYPES / ROCPD_OTF2_ARGUMENTS_OF_CALL;
  return (rocpd_otf2_argument){name ? (int64_t)name - 1 : ROCPD_NULL, (uint32_t)(key / ROCPD_OTF2_ARGUMENT_TYPES % ROCPD_OTF2_ARGUMENTS_OF_CALL),
                               (uint8_t)(key % ROCPD_OTF2_ARGUMENT_TYPES)};
}

/* Counts the arguments of a call from `first` on and before `index` that have the same name as that one. */
static int count_earlier(const rocpd_arguments *a, size_t first, size_t index, int64_t name, uint32_t *earlier, rocpd_error *err) {
  int64_t other, value;
  *earlier = 0;
  for (size_t i = first; i < index; i++) {
    if (rocpd_argument_ids(a, i, &other, &value, err)) return err->rc;
    *earlier += other == name;
  }
  return SQLITE_OK;
}

/* ---- values */

/* Parses digits without leading zeros that fit 64 bits; false if there is anything else. */
static bool parse_digits(const char *text, int64_t size, unsigned base, uint64_t *out) {
  *out = 0;
  for (int64_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)text[i];
    unsigned digit = c >= '0' && c <= '9' ? c - (unsigned)'0' : c >= 'a' && c <= 'f' ? c - (unsigned)'a' + 10 : base;
    if (digit >= base || __builtin_mul_overflow(*out, base, out) || __builtin_add_overflow(*out, digit, out)) return false;
  }
  return size > 0 && (size == 1 || text[0] != '0');
}

/* The type of a value: "42", "-1" and "0x7f00" are numbers, "007" is a text. */
static uint8_t type_of(const char *text, int64_t size, uint64_t *number) {
  bool minus = size && *text == '-';
  if (size > 2 && text[0] == '0' && text[1] == 'x' && parse_digits(text + 2, size - 2, 16, number)) return ROCPD_OTF2_PARAMETER_UNSIGNED;
  if (!parse_digits(text + minus, size - minus, 10, number) || (minus && (!*number || *number > (uint64_t)INT64_MAX + 1))) return ROCPD_OTF2_PARAMETER_STRING;
  if (!minus && *number > INT64_MAX) return ROCPD_OTF2_PARAMETER_UNSIGNED;
  if (minus) *number = -*number;
  return ROCPD_OTF2_PARAMETER_INT;
}

/* Writes an argument of a call; `first`: index of the call's first argument. */
static int write_argument(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, uint64_t time, size_t first, size_t index, bool *has, rocpd_error *err) {
  const rocpd_arguments *a = &w->x->arguments;
  const rocpd_otf2_library *lib = &rocpd_otf2_all(w)->lib;
  rocpd_otf2_argument key = {.earlier = (uint32_t)(index - first)};
  uint32_t parameter, string;
  uint64_t number;
  int64_t size, name, id = ROCPD_NULL;
  int rc = rocpd_argument_ids(a, index, &name, &id, err);
  *has = id != ROCPD_NULL;
  if (rc || !*has) return rc;
  const char *text = rocpd_string(w->x->session, id, &size);
  key.name = name, key.type = type_of(text, size, &number);
  if (key.name != ROCPD_NULL && !*rocpd_string(w->x->session, key.name, NULL)) key.name = ROCPD_NULL;
  if (key.name != ROCPD_NULL) rc = count_earlier(a, first, index, key.name, &key.earlier, err);
  if (!rc) rc = rocpd_otf2_number(w, ROCPD_OTF2_ARGUMENTS, key_of(&key), &parameter, err);
  if (!rc && key.type == ROCPD_OTF2_PARAMETER_STRING) rc = rocpd_otf2_string(w, id, &string, err);
  int code = rc ? 0 : key.type == ROCPD_OTF2_PARAMETER_STRING ? lib->EvtWriter_ParameterString(out, NULL, time, parameter, string)
           : key.type == ROCPD_OTF2_PARAMETER_INT ? lib->EvtWriter_ParameterInt(out, NULL, time, parameter, (int64_t)number)
                                                  : lib->EvtWriter_ParameterUnsignedInt(out, NULL, time, parameter, number);
  return code ? rocpd_otf2_failed(w, code, err) : rc;
}

int rocpd_otf2_write_arguments(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, const rocpd_export_batch *v, uint32_t process, const rocpd_item *it,
                               uint64_t *written, rocpd_error *err) {
  size_t first, n;
  uint64_t time = rocpd_otf2_time(rocpd_otf2_all(w), it->start);
  int rc = rocpd_arguments_take(w, v, process, it->row, &first, &n, err);
  *written = 0;
  if (n > ROCPD_OTF2_ARGUMENTS_OF_CALL) {
    rc = rocpd_export_warn(w->x, err, "calls with more than %d arguments, of which the first are there", ROCPD_OTF2_ARGUMENTS_OF_CALL);
    n = ROCPD_OTF2_ARGUMENTS_OF_CALL;
  }
  for (size_t i = first; i < first + n && !rc; i++) {
    bool has;
    rc = write_argument(w, out, time, first, i, &has, err);
    *written += !rc && has;
  }
  return rc;
}
