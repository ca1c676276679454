/* Settings: the COLLECT_* environment variables. The part that uses a setting declares it, in one place:
**
**     COLLECT_SETTING(args) = {.name = "COLLECT_ARGS", .type = COLLECT_FLAG, .fallback = "0",
**                              .help = "1: also record the arguments of every call", .order = 20};
**     ... if (collect_flag(&collect_args_setting)) ...
**
** This makes it a variable that is read, a line of COLLECT_HELP, and a name that is suggested for unknown ones. If a value is not
** understood, a line on stderr says so, and the fallback is used. Settings are read once, before the program can change its
** environment. */
#ifndef COLLECT_SETTING_H
#define COLLECT_SETTING_H
#include <stdbool.h>
#include <stdint.h>

enum collect_setting_type {
  COLLECT_TEXT,
  COLLECT_FLAG,   /* 0 or 1 */
  COLLECT_NUMBER, /* an integer from `least` to `most` */
  COLLECT_CHOICE  /* one of the words of `expected`, "a, b or c"; its number, from 0 */
};

typedef struct collect_setting collect_setting;
struct collect_setting {
  const char *name, *fallback, *help; /* fallback "": none */
  enum collect_setting_type type;
  int order;            /* in COLLECT_HELP: smaller ones first */
  int64_t least, most;
  const char *expected; /* describes correct values in the message about a wrong one; flags and numbers need none */
  bool (*parse)(const char *value); /* checks a text that must have a certain form. False: not understood. Not called for "" */
  void (*settled)(void); /* called once all settings are read, before anybody uses them: reads `text` and `number` directly */
  void (*nothing)(void); /* called after the list is printed, if nothing is to be recorded (COLLECT_HELP=2) */
  void (*more_help)(void); /* prints further lines of COLLECT_HELP, by collect_help_line() */
  const char *given;    /* while the settings are read: the variable's value in the environment, NULL if there is none */
  /* Once the settings are read: */
  const char *text;
  int64_t number;       /* not of texts */
};

#define COLLECT_SETTING(id) \
  extern collect_setting collect_##id##_setting; \
  __attribute__((used, section("collect_settings"))) static collect_setting *const collect_##id##_setting_entry = &collect_##id##_setting; \
  collect_setting collect_##id##_setting

/* Reads all settings, at the first call. */
void collect_settings_read(void);
/* Values. They read the settings at first use. */
const char *collect_text(const collect_setting *s);
int64_t collect_number(const collect_setting *s);
static inline bool collect_flag(const collect_setting *s) { return collect_number(s) != 0; }

/* The setting after `s` in order, the first for NULL; NULL after the last. */
collect_setting *collect_setting_next(collect_setting *s);
/* Prints a line of COLLECT_HELP below that of its setting. */
void collect_help_line(const char *word, const char *value, const char *help);
/* Settings that many files use. */
extern collect_setting collect_verbose_setting, collect_check_setting, collect_help_setting;

#endif
