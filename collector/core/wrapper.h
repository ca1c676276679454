/* Makes wrappers from one line per function. The lines of an API's .def file
**
**     HIP(hipError_t, hipSetDevice, INT(int, deviceId))
**
** become wrappers as event.h shows them: COLLECT_FUNCTION makes the function's description and state from a line, COLLECT_WRAPPER
** the code.
**
** An argument is TAG(its type in the API's header, its name there). The tag says how it is passed and what is recorded of it. It
** expands to a group in parentheses,
**
**     (type here, name, type as text, format, enumerators, is it the stream?,
**      is the value it points to recorded?, format of that, its bytes, store, what)
**
** COLLECT_EACH hands the group of each argument in turn to one macro after the other. So a new tag is one line below, and all
** else follows from it. */
#ifndef COLLECT_WRAPPER_H
#define COLLECT_WRAPPER_H
#include "event.h"
#include "near.h"

/* ---- tags of arguments ---- */

#define PTR(type, name)      (void *,       name, #type, ROCZ_F_POINTER, NULL, NO,  COLLECT_VALUE, collect_word, (uintptr_t)name)
#define STREAM(type, name)   (void *,       name, #type, ROCZ_F_POINTER, NULL, YES, COLLECT_VALUE, collect_word, (uintptr_t)name) /* the stream that the call is
                                                                                                                                  ** for */
#define STR(type, name)      (const char *, name, #type, ROCZ_F_STRING,  NULL, NO,  COLLECT_VALUE, collect_word, collect_text_word(name))
#define INT(type, name)      (type,         name, #type, ROCZ_F_INT,     NULL, NO,  COLLECT_VALUE, collect_word, (uint64_t)(int64_t)name)
#define UINT(type, name)     (type,         name, #type, ROCZ_F_UINT,    NULL, NO,  COLLECT_VALUE, collect_word, name)
#define BOOL(type, name)     (bool,         name, #type, ROCZ_F_BOOL,    NULL, NO,  COLLECT_VALUE, collect_word, name)
#define FLOAT(type, name)    (type,         name, #type, ROCZ_F_FLOAT,   NULL, NO,  COLLECT_VALUE, collect_struct_words, &name, sizeof name)
#define REAL(type, name)     (type,         name, #type, ROCZ_F_DOUBLE,  NULL, NO,  COLLECT_VALUE, collect_struct_words, &name, sizeof name)
#define DIM3(type, name)     (type,         name, #type, ROCZ_F_DIM3,    NULL, NO,  COLLECT_VALUE, collect_struct_words, &name, sizeof name)
#define BYTES(type, name)    (type,         name, #type, ROCZ_F_STRUCT,  NULL, NO,  COLLECT_VALUE, collect_struct_words, &name, sizeof name) /* a structure
                                                                                                                                             ** whose fields are
                                                                                                                                             ** not listed */
#define HANDLE(type, name)   (type,         name, #type, ROCZ_F_POINTER, NULL, NO,  COLLECT_VALUE, collect_struct_words, &name, sizeof name) /* a struct of one
                                                                                                                                             ** word */
/* A structure with fields, and one whose type is written with `struct` before it. */
#define STRUCT(type, name)     (type, name, #type,           ROCZ_F_STRUCT, fields_##type, NO, COLLECT_VALUE, collect_struct_words, &name, sizeof name)
#define STRUCT_TAG(type, name) (type, name, "struct " #type, ROCZ_F_STRUCT, fields_##type, NO, COLLECT_VALUE, collect_struct_words, &name, sizeof name)
/* An enumeration, and one whose type is written with `enum` before it. */
#define ENUM(type, name)     (int, name, #type,         ROCZ_F_ENUM, COLLECT_ENUMERATORS(type), NO, COLLECT_VALUE, collect_word, (uint64_t)(int64_t)name)
#define ENUM_TAG(type, name) (int, name, "enum " #type, ROCZ_F_ENUM, COLLECT_ENUMERATORS(type), NO, COLLECT_VALUE, collect_word, (uint64_t)(int64_t)name)
/* A pointer to a value of this `kind`: IN for a value that the call reads, OUT for one that it may set. `to` is the value's type:
** for a number a name that C knows, for an ENUM or STRUCT its name in the API. */
#define IN(type, name, kind, to)  COLLECT_POINTER(type, name, BEFORE, kind, to)
#define OUT(type, name, kind, to) COLLECT_POINTER(type, name, AFTER, kind, to)

#define COLLECT_VALUE NO, 0, 0 /* nothing that it points to is recorded */
#define COLLECT_POINTER(type, name, when, kind, to) \
  (void *, name, #type, ROCZ_F_POINTER, COLLECT_TEXT_OF_##kind(to), NO, when, ROCZ_F_##kind, COLLECT_BYTES_OF_##kind(to), collect_word, (uintptr_t)name)
#define COLLECT_TEXT_OF_INT(to)     NULL
#define COLLECT_TEXT_OF_UINT(to)    NULL
#define COLLECT_TEXT_OF_BOOL(to)    NULL
#define COLLECT_TEXT_OF_FLOAT(to)   NULL
#define COLLECT_TEXT_OF_POINTER(to) NULL
#define COLLECT_TEXT_OF_STRING(to)  NULL
#define COLLECT_TEXT_OF_ENUM(to)    COLLECT_ENUMERATORS(to)
#define COLLECT_TEXT_OF_STRUCT(to)  fields_##to
#define COLLECT_BYTES_OF_INT(to)     sizeof(to)
#define COLLECT_BYTES_OF_UINT(to)    sizeof(to)
#define COLLECT_BYTES_OF_BOOL(to)    sizeof(bool)
#define COLLECT_BYTES_OF_FLOAT(to)   sizeof(float)
#define COLLECT_BYTES_OF_POINTER(to) sizeof(void *)
#define COLLECT_BYTES_OF_STRING(to)  8 /* for its id */
#define COLLECT_BYTES_OF_ENUM(to)    sizeof(int)
#define COLLECT_BYTES_OF_STRUCT(to)  bytes_of_##to

/* What a file needs to show a structure's fields: fields_TYPE, bytes_of_TYPE. The text has the form of rocz.h, with "=TYPE"
** behind fields that are enumerations. Two texts with | between them are for two versions. */
#define COLLECT_FIELDS_OF(type, bytes, text) enum { bytes_of_##type = bytes }; static const char fields_##type[] __attribute__((unused)) = text;

/* What a file needs to show values of an enumeration as names: COLLECT_ENUM(type, V(NAME, value) V(NAME, value)). Each V puts a
** comma before its text; the first comma is skipped. */
#define COLLECT_ENUM(type, values) static const char enum_##type[] __attribute__((unused)) = values;
#define V(name, value) "," #name "=" #value
#define V_6 V /* values of later releases, which checks against headers leave out */
#define V_7 V
#define COLLECT_ENUMERATORS(type) enum_##type + 1

/* ---- lists of arguments, up to 22 ---- */

#define COLLECT_PASTE(a, b) COLLECT_PASTE_(a, b)
#define COLLECT_PASTE_(a, b) a##b
#define COLLECT_COUNT(...) COLLECT_COUNT_(_, ##__VA_ARGS__, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define COLLECT_COUNT_(_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, count, ...) count

/* x(f, the group's fields) for each argument; x_NONE if there is none. */
#define COLLECT_EACH(x, f, ...) COLLECT_PASTE(COLLECT_EACH_, COLLECT_COUNT(__VA_ARGS__))(x, f, ##__VA_ARGS__)
#define COLLECT_GIVE(x, f, group) COLLECT_GIVE_(x, f, COLLECT_FIELDS group)
#define COLLECT_GIVE_(x, ...) x(__VA_ARGS__)
#define COLLECT_FIELDS(...) __VA_ARGS__
#define COLLECT_EACH_0(x, f) x##_NONE
#define COLLECT_EACH_1(x, f, a) COLLECT_GIVE(x, f, a)
#define COLLECT_EACH_2(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_1(x, f, __VA_ARGS__)
#define COLLECT_EACH_3(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_2(x, f, __VA_ARGS__)
#define COLLECT_EACH_4(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_3(x, f, __VA_ARGS__)
#define COLLECT_EACH_5(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_4(x, f, __VA_ARGS__)
#define COLLECT_EACH_6(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_5(x, f, __VA_ARGS__)
#define COLLECT_EACH_7(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_6(x, f, __VA_ARGS__)
#define COLLECT_EACH_8(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_7(x, f, __VA_ARGS__)
#define COLLECT_EACH_9(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_8(x, f, __VA_ARGS__)
#define COLLECT_EACH_10(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_9(x, f, __VA_ARGS__)
#define COLLECT_EACH_11(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_10(x, f, __VA_ARGS__)
#define COLLECT_EACH_12(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_11(x, f, __VA_ARGS__)
#define COLLECT_EACH_13(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_12(x, f, __VA_ARGS__)
#define COLLECT_EACH_14(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_13(x, f, __VA_ARGS__)
#define COLLECT_EACH_15(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_14(x, f, __VA_ARGS__)
#define COLLECT_EACH_16(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_15(x, f, __VA_ARGS__)
#define COLLECT_EACH_17(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_16(x, f, __VA_ARGS__)
#define COLLECT_EACH_18(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_17(x, f, __VA_ARGS__)
#define COLLECT_EACH_19(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_18(x, f, __VA_ARGS__)
#define COLLECT_EACH_20(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_19(x, f, __VA_ARGS__)
#define COLLECT_EACH_21(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_20(x, f, __VA_ARGS__)
#define COLLECT_EACH_22(x, f, a, ...) COLLECT_GIVE(x, f, a) COLLECT_EACH_21(x, f, __VA_ARGS__)

/* Lists with commas. Each element has a comma before it; the first comma is dropped. */
#define COLLECT_PARAMETERS(...) COLLECT_REST(COLLECT_EACH(COLLECT_PARAMETER, _, ##__VA_ARGS__))
#define COLLECT_PARAMETER(f, here, name, ...) , here name
#define COLLECT_PARAMETER_NONE , void
#define COLLECT_NAMES(...) COLLECT_REST(COLLECT_EACH(COLLECT_NAME, _, ##__VA_ARGS__))
#define COLLECT_NAME(f, here, name, ...) , name
#define COLLECT_NAME_NONE
#define COLLECT_REST(...) COLLECT_REST_(__VA_ARGS__)
#define COLLECT_REST_(first, ...) __VA_ARGS__

/* The argument that is the stream, or COLLECT_NO_STREAM. */
#define COLLECT_STREAM_AMONG(...) COLLECT_SECOND(_ COLLECT_EACH(COLLECT_STREAM_OF, _, ##__VA_ARGS__), COLLECT_NO_STREAM, _)
#define COLLECT_STREAM_OF(f, here, name, text, format, enumerators, stream, ...) COLLECT_STREAM_##stream(name)
#define COLLECT_STREAM_OF_NONE
#define COLLECT_STREAM_YES(name) , name
#define COLLECT_STREAM_NO(name)
#define COLLECT_SECOND(...) COLLECT_SECOND_(__VA_ARGS__)
#define COLLECT_SECOND_(first, second, ...) second

/* ---- a function's description ---- */

/* collect_function function_f, for the function of that name. A struct places the arguments in the record: each begins a word of
** 8 bytes. `more`: further initializers (.category, .api, ...). */
#define COLLECT_FUNCTION(f, more, ...) COLLECT_FUNCTION_CALLED(f, #f, more, ##__VA_ARGS__)
#define COLLECT_FUNCTION_CALLED(f, text, more, ...) \
  struct words_##f { COLLECT_EACH(COLLECT_MEMBER, f, ##__VA_ARGS__) }; \
  _Static_assert(sizeof(struct words_##f) <= COLLECT_ARGUMENT_BYTES, "a record's room"); \
  static const collect_parameter parameters_##f[] = { COLLECT_EACH(COLLECT_ROW, f, ##__VA_ARGS__) }; \
  COLLECT_COLD static const char *enumerators_##f(const collect_function *of, int word) { \
    (void)of; \
    switch (word) { COLLECT_EACH(COLLECT_SHOW, f, ##__VA_ARGS__) default: return NULL; } \
  } \
  COLLECT_NAMED static collect_function function_##f = {.generation = COLLECT_NEVER}; \
  COLLECT_NAMED COLLECT_COLD static void about_##f(collect_about *about) { \
    *about = (collect_about){.name = text, COLLECT_FIELDS more, .parameter = parameters_##f, .texts = "" COLLECT_EACH(COLLECT_TEXTS, f, ##__VA_ARGS__), \
      .parameters = COLLECT_COUNT(__VA_ARGS__), .points = 0 COLLECT_EACH(COLLECT_POINTS, f, ##__VA_ARGS__), .words = sizeof(struct words_##f) / 8, \
      .enumerators = 0 COLLECT_EACH(COLLECT_SHOWN, f, ##__VA_ARGS__) ? enumerators_##f : NULL}; \
  } \
  COLLECT_NEAR(collect_functions, about_##f, function_##f)
#define COLLECT_MEMBER(f, here, name, text, format, enumerators, stream, when, to_format, to_bytes, ...) \
  _Alignas(8) here name; COLLECT_MEMBER_##when(name, to_format, to_bytes)
#define COLLECT_MEMBER_NONE
#define COLLECT_MEMBER_NO(...)
#define COLLECT_MEMBER_BEFORE(name, to_format, to_bytes) uint64_t to_##name[COLLECT_TO_WORDS(to_bytes)];
#define COLLECT_MEMBER_AFTER COLLECT_MEMBER_BEFORE
#define COLLECT_TEXTS(f, here, c_name, text, ...) #c_name "\0" text "\0"
#define COLLECT_TEXTS_NONE
#define COLLECT_ROW(f, here, c_name, text, format_of, values, stream, when, to_format_of, bytes, ...) \
  {.format = format_of, .word = COLLECT_WORD_OF(f, c_name), .words = (sizeof(here) + 7) / 8 \
   COLLECT_ROW_##when(f, c_name, to_format_of, bytes)},
#define COLLECT_ROW_NONE
#define COLLECT_ROW_NO(...)
#define COLLECT_ROW_BEFORE(f, c_name, to_format_of, bytes) \
  , .to_bytes = bytes, .to_format = to_format_of, .to_word = COLLECT_WORD_OF(f, to_##c_name), .to_words = COLLECT_TO_WORDS(bytes)
#define COLLECT_ROW_AFTER(f, c_name, to_format_of, bytes) COLLECT_ROW_BEFORE(f, c_name, to_format_of, bytes), .to_after = true
/* A function that returns texts needs no relocations, as pointers to texts would. */
#define COLLECT_COLD __attribute__((cold, unused))
#define COLLECT_SHOW(f, here, c_name, text, format, values, ...) case COLLECT_WORD_OF(f, c_name): return values;
#define COLLECT_SHOW_NONE
#define COLLECT_SHOWN(f, here, c_name, text, format, values, stream, when, to_format, ...) || COLLECT_HAS_TEXT(format) || COLLECT_HAS_TEXT(to_format)
#define COLLECT_SHOWN_NONE
#define COLLECT_HAS_TEXT(format) (format) == ROCZ_F_ENUM || (format) == ROCZ_F_STRUCT
#define COLLECT_POINTS(f, here, name, text, format, enumerators, stream, when, ...) COLLECT_POINTS_##when
#define COLLECT_POINTS_NONE
#define COLLECT_POINTS_NO
#define COLLECT_POINTS_BEFORE | COLLECT_POINTEE_BEFORE
#define COLLECT_POINTS_AFTER | COLLECT_POINTEE_AFTER
/* A word with the number of bytes, then the bytes; of a large structure the id of its string. */
#define COLLECT_TO_WORDS(bytes) ((bytes) > COLLECT_POINTEE_BYTES ? 2 : 1 + ((bytes) + 7) / 8)
#define COLLECT_WORD_OF(f, name) offsetof(struct words_##f, name) / 8

/* ---- its wrapper ---- */

/* Defines the function c_name. It returns `type`. The result is a NUMBER that is recorded, a VALUE that is not, or NOTHING.
** `before` and `after` are statements around the call. */
#define COLLECT_WRAPPER(layer, type, result, f, c_name, before, after, ...) \
  COLLECT_WRAPPER_FOR(COLLECT_STREAM_AMONG(__VA_ARGS__), layer, type, result, f, c_name, before, after, ##__VA_ARGS__)
/* The same for a call whose stream no tag gives. */
#define COLLECT_WRAPPER_FOR(stream, layer, type, result, f, c_name, before, after, ...) \
  type c_name(COLLECT_PARAMETERS(__VA_ARGS__)) { \
    before \
    collect_call call = collect_begin(&function_##f, layer, stream); \
    if (COLLECT_UNLIKELY(!call.thread)) { /* the compiler knows the outcome after an inlined begin */ \
      COLLECT_FORWARD_##result(type, ((__typeof__(&c_name))function_##f.next)(COLLECT_NAMES(__VA_ARGS__)), after) \
    } \
    if (COLLECT_COUNT(__VA_ARGS__) && collect_wants_args(&function_##f, layer, call)) { \
      COLLECT_EACH(COLLECT_STORE, f, ##__VA_ARGS__) \
      collect_args_end(&function_##f, call); \
    } \
    COLLECT_CALL_##result(type, ((__typeof__(&c_name))function_##f.next)(COLLECT_NAMES(__VA_ARGS__)), layer, f, after) \
  }
/* Defines the function c_name, for callers by symbol. It jumps to the wrapper wrap_f. Once a dispatch table behind it leads to the
** wrapper (table.h), function_f.entry is the library's own function, and it jumps there. So a call takes its usual way, and is
** recorded once, whatever other tools are in the table. */
#define COLLECT_ENTRY(type, f, c_name, ...) \
  type c_name(COLLECT_PARAMETERS(__VA_ARGS__)) { \
    __typeof__(&c_name) entry = (__typeof__(&c_name))function_##f.entry; \
    return entry ? entry(COLLECT_NAMES(__VA_ARGS__)) : wrap_##f(COLLECT_NAMES(__VA_ARGS__)); \
  }

#define COLLECT_STORE(f, here, name, text, format, enumerators, stream, when, to_format, to_bytes, store, ...) store(call, COLLECT_WORD_OF(f, name), __VA_ARGS__);
#define COLLECT_STORE_NONE
#define COLLECT_CALL_NUMBER(type, next, layer, f, after) COLLECT_CALL(type, next, layer, f, (int32_t)result, after)
#define COLLECT_CALL_VALUE(type, next, layer, f, after) COLLECT_CALL(type, next, layer, f, 0, after)
#define COLLECT_CALL(type, next, layer, f, number, after) \
  type result = next; \
  collect_end(&function_##f, layer, call, number); \
  after \
  return result;
#define COLLECT_FORWARD_NUMBER COLLECT_FORWARD_VALUE
#define COLLECT_FORWARD_VALUE(type, next, after) \
  type result = next; \
  after \
  return result;
#define COLLECT_FORWARD_NOTHING(type, next, after) \
  next; \
  after \
  return;
#define COLLECT_CALL_NOTHING(type, next, layer, f, after) \
  next; \
  collect_end(&function_##f, layer, call, 0); \
  after

/* ---- by symbol and by dispatch table ---- */

/* Defines wrap_f, the wrapper, for dispatch tables; and function_f, its description. `more` is as in COLLECT_FUNCTION. Callers by
** symbol use a COLLECT_ENTRY. The three steps are separate for files that describe more than the arguments. */
#define COLLECT_WRAPPED(layer, type, result, f, more, before, after, ...) \
  COLLECT_WRAP_DECLARE(type, f, ##__VA_ARGS__) \
  COLLECT_WRAP_DESCRIBE(f, more, ##__VA_ARGS__) \
  COLLECT_WRAPPER(layer, type, result, f, wrap_##f, before, after, ##__VA_ARGS__)
#define COLLECT_WRAP_DECLARE(type, f, ...) static type wrap_##f(COLLECT_PARAMETERS(__VA_ARGS__));
#define COLLECT_WRAP_DESCRIBE COLLECT_FUNCTION
/* The slot of wrap_f. A position of COLLECT_NOWHERE means none. */
#define COLLECT_WRAP_SLOT(table, position, f) {table, position, (void *)wrap_##f, &function_##f},
#define COLLECT_NOWHERE UINT16_MAX

#endif
