/* Settings: the COLLECT_* environment variables, each told in one place, by the part whose
** it is:
**
**     COLLECT_SETTING(args) = {.name = "COLLECT_ARGS", .type = COLLECT_FLAG, .fallback = "0",
**                              .help = "1: also record the arguments of every call", .order = 20};
**     ... if (collect_flag(&collect_args_setting)) ...
**
** makes it a variable that is read, a line of COLLECT_HELP, and a name that others are
** compared with which nobody knows. A value that is not understood is named on stderr, and
** the fallback is used. They are read once, before the program can change its environment. */
#ifndef COLLECT_SETTING_H
#define COLLECT_SETTING_H
#include <stdbool.h>
#include <stdint.h>

enum collect_setting_type {
  COLLECT_TEXT,
  COLLECT_FLAG,   /* 0 or 1 */
  COLLECT_NUMBER, /* a whole one from `least` to `most` */
  COLLECT_CHOICE  /* a word of `expected`, "a, b or c"; its number, from 0 */
};

typedef struct collect_setting collect_setting;
struct collect_setting {
  const char *name, *fallback, *help; /* fallback "": none */
  enum collect_setting_type type;
  int order;            /* in COLLECT_HELP: smaller ones first */
  int64_t least, most;
  const char *expected; /* what a value is, for who gave another; flags and numbers say it themselves */
  bool (*parse)(const char *value); /* of a text, where it has a form: false: not understood. Not called for "" */
  void (*settled)(void); /* once all are read, but before anybody can ask: takes them from `text` and `number` */
  void (*more_help)(void); /* further lines of COLLECT_HELP, by collect_help_line() */
  /* Once read: */
  const char *text;
  int64_t number;       /* but for texts */
};

#define COLLECT_SETTING(id) \
  extern collect_setting collect_##id##_setting; \
  __attribute__((used, section("collect_settings"))) static collect_setting *const collect_##id##_setting_entry = &collect_##id##_setting; \
  collect_setting collect_##id##_setting

/* All of them, at first use. */
void collect_settings_read(void);
/* Values; they read the settings at first use. */
const char *collect_text(const collect_setting *s);
int64_t collect_number(const collect_setting *s);
static inline bool collect_flag(const collect_setting *s) { return collect_number(s) != 0; }

/* The setting after `s` in order, or the first for NULL; NULL: that was the last. */
collect_setting *collect_setting_next(collect_setting *s);
/* A line of COLLECT_HELP beneath its setting's. */
void collect_help_line(const char *word, const char *value, const char *help);
/* Settings that nearly everybody asks for. */
extern collect_setting collect_verbose_setting, collect_check_setting;

#endif
