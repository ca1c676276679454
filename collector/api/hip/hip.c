/* HIP: its domains, and the stand-ins for its functions while its library is absent. A program then calls a wrapper if it links
** against the library without loading it, or through a weak reference. It gets the API's own error, and never an abort. */
#include "detour.h"
#include "filter.h"
#include "hip.h"
#include "wrapper.h"
#include <string.h>

/* These are called with any arguments, and ignore them, as the calling convention allows. */
static int not_initialized(void) { return 3; /* hipErrorNotInitialized */ }
static int rtc_internal_error(void) { return 11; /* HIPRTC_ERROR_INTERNAL_ERROR */ }
static void *nothing(void) { return NULL; }
static const char *no_text(void) { return ""; }
typedef struct format_desc { int32_t word[5]; } format_desc;
static format_desc no_struct(void) { return (format_desc){{0}}; }

static void *absent_error(const collect_function *f) { (void)f; return (void *)not_initialized; }
static void *absent_rtc(const collect_function *f) { (void)f; return (void *)rtc_internal_error; }
static void *absent_nothing(const collect_function *f) { (void)f; return (void *)nothing; }
static void *absent_text(const collect_function *f) { (void)f; return (void *)no_text; }
static void *absent_struct(const collect_function *f) { (void)f; return (void *)no_struct; }

COLLECT_FILTERS(hip, "HIP", "functions");
COLLECT_DOMAIN(hip, .layer = COLLECT_HIP, COLLECT_FILTERED(hip));
COLLECT_FILTERS(hip_compiler, "HIP_COMPILER", "functions");
COLLECT_DOMAIN(hip_compiler, .layer = COLLECT_HIP, COLLECT_FILTERED(hip_compiler));

/* HIP 6 renamed a few values, and added fields to a few structures. HIP 5's texts come first. If the version is not known, it is
** a later one: HIP 5's library always has that name. */
static const char *const renamed[] = {
#define HIP_ENUM_WAS(type, was, values) was,
#include "hip.def"
};

/* All enumerations, for fields that refer to one. */
static const char enumerations[] =
#define HIP_ENUM(type, values) "\n" #type values
#include "hip.def"
    ;

static const char *hip_enumerators(const char *text) {
  const char *later = text ? strchr(text, '|') : NULL; /* fields of two versions */
  if (later)
    return collect_hip_major() == 5 ? text : later + 1;
  if (text && collect_hip_major() != 5)
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
      size_t size = strlen(renamed[i]);
      if (!strncmp(text, renamed[i] + 1, size - 1)) /* without the comma in front */
        return text + size;
    }
  return text;
}

/* Arguments of these functions tell which work waits for which: streams for each other, and threads for streams (critical_path,
** sync_cost). */
static const char *const order_functions[] = {
    "hipEventRecord", "hipEventRecord_spt", "hipEventRecordWithFlags", "hipStreamWaitEvent", "hipStreamWaitEvent_spt",
    "hipEventSynchronize", "hipStreamSynchronize", "hipStreamSynchronize_spt", NULL};

#define API(which, of) [COLLECT_HIP_##which] = {.sonames = collect_hip_sonames, .absent = absent_##of, .domain = DOMAIN, .detour_of = collect_hip_detour_of, \
                                                .enumerators_of = hip_enumerators, .enumerations = enumerations, .always_arguments_of = order_functions}
#define APIS {API(ERROR, error), API(RTC, rtc), API(NOTHING, nothing), API(TEXT, text), API(STRUCT, struct)}
#define DOMAIN &collect_domain_hip
const collect_api collect_hip_api[COLLECT_HIP_APIS] = APIS;
#undef DOMAIN
#define DOMAIN &collect_domain_hip_compiler
const collect_api collect_hip_compiler_api[COLLECT_HIP_APIS] = APIS;
