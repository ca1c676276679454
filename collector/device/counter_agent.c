/* Counting on an agent, by ROCm's library that knows how to program its counters (hsa-amd-aqlprofile).
**
** We use its first interface, which exists from ROCm 3 to 7 and needs nothing but HSA. (The second, aqlprofile_*, exists only
** since ROCm 6, and must be told about agents.) The library writes GPU commands into a buffer of ours, and makes packets that run
** them: start resets and starts the counters, read stores them to another buffer, stop stops them. Only one kernel of an agent is
** counted at a time, and its values are read before the next, so one of each packet is enough.
**
** A block (SQ, TCC, ...) may exist several times: each instance is an event of its own. An instance may have several values, one
** for each shader engine, and all of these again for each XCC. The library reports the values in that order, without naming the
** XCC. */
#include "counter.h"
#include "object.h"
#include <dlfcn.h>
#include <hsa/hsa_ven_amd_aqlprofile.h>
#include <stdio.h>
#include <string.h>

#define INSTANCES_MAX 4096 /* instances of a block; a larger number from the library is not believed */

struct collect_counting {
  collect_agent *agent;
  bool possible;
  bool described;
  int64_t first_id;            /* ids of its counters begin here */
  uint32_t counters, events;
  collect_counter counter[COLLECT_COUNTERS_MAX];
  uint32_t block[COLLECT_COUNTERS_MAX], instances[COLLECT_COUNTERS_MAX];
  hsa_ven_amd_aqlprofile_event_t *event;
  hsa_ven_amd_aqlprofile_profile_t profile;
  hsa_ext_amd_aql_pm4_packet_t start, read, stop;
  /* of the kernel that was counted last: */
  collect_counter_value *value;
  size_t value_bytes;
  uint32_t values, passes;
  struct collect_counting *next;
};

static collect_counting *all;
static collect_lock lock = COLLECT_LOCK(COUNTERS); /* protects `all`, and is held while an element is made */
static int64_t counter_ids;

/* ---- the library ---- */

static hsa_ven_amd_aqlprofile_pfn_t aql; /* its functions, as the runtime's extension table would have them */
static bool loaded, tried;

/* Opens the library where the loader finds it, or beside the runtime. */
static void *library_open(void) {
  static const char *const names[] = {"libhsa-amd-aqlprofile64.so.1", "libhsa-amd-aqlprofile64.so"};
  char path[4096];
  collect_object runtime;
  void *library = NULL;
  for (size_t i = 0; i < 2 && !library; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  const char *name = collect_object_of((void *)HSA_NEXT(hsa_agent_get_info), &runtime) ? runtime.path : NULL;
  int folder = name && strrchr(name, '/') ? (int)(strrchr(name, '/') - name) : -1;
  for (size_t i = 0; i < 2 && !library && folder >= 0; i++)
    if (snprintf(path, sizeof path, "%.*s/%s", folder, name, names[i]) < (int)sizeof path)
      library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return library;
}

static bool functions_find(void *library) {
#define FIND(f) (aql.f = (__typeof__(aql.f))dlsym(library, #f))
  return FIND(hsa_ven_amd_aqlprofile_error_string) && FIND(hsa_ven_amd_aqlprofile_validate_event) && FIND(hsa_ven_amd_aqlprofile_start) &&
         FIND(hsa_ven_amd_aqlprofile_stop) && FIND(hsa_ven_amd_aqlprofile_read) && FIND(hsa_ven_amd_aqlprofile_get_info) &&
         FIND(hsa_ven_amd_aqlprofile_iterate_data);
}

static bool library_load(void) {
  if (!tried) {
    tried = true;
    void *library = library_open();
    loaded = library && functions_find(library);
    if (!library)
      collect_say("COLLECT_COUNTERS: libhsa-amd-aqlprofile64.so.1 cannot be loaded (install ROCm's package hsa-amd-aqlprofile, or add its folder to "
                  "LD_LIBRARY_PATH). No counters are recorded");
    else if (!loaded)
      collect_say("COLLECT_COUNTERS: libhsa-amd-aqlprofile64.so.1 lacks required functions. No counters are recorded");
  }
  return loaded;
}

static const char *library_reason(void) {
  const char *text = NULL;
  return aql.hsa_ven_amd_aqlprofile_error_string(&text) == HSA_STATUS_SUCCESS && text && *text ? text : "it gives no reason";
}

/* ---- events ---- */

static const char *gfx_of(const collect_counting *c) { return collect_agent_name(c->agent); }

static bool block_find(collect_counting *c, uint32_t i) {
  hsa_ven_amd_aqlprofile_id_query_t query = {.name = c->counter[i].block};
  if (aql.hsa_ven_amd_aqlprofile_get_info(&c->profile, HSA_VEN_AMD_AQLPROFILE_INFO_BLOCK_ID, &query) != HSA_STATUS_SUCCESS || !query.instance_count ||
      query.instance_count > INSTANCES_MAX) {
    collect_say("COLLECT_COUNTERS: %s: %s has no block %s. No counters are recorded", c->counter[i].name, gfx_of(c), c->counter[i].block);
    return false;
  }
  c->block[i] = query.id;
  c->instances[i] = query.instance_count;
  hsa_ven_amd_aqlprofile_event_t event = {(hsa_ven_amd_aqlprofile_block_name_t)query.id, 0, c->counter[i].event};
  bool valid = false;
  if (aql.hsa_ven_amd_aqlprofile_validate_event(c->profile.agent, &event, &valid) == HSA_STATUS_SUCCESS && valid)
    return true;
  collect_say("COLLECT_COUNTERS: %s: block %s of %s has no event %u. No counters are recorded", c->counter[i].name, c->counter[i].block, gfx_of(c),
              c->counter[i].event);
  return false;
}

/* Whether the block can count all counters up to number i at a time. */
static bool block_has_room(collect_counting *c, uint32_t i) {
  uint32_t room = 0, wanted = 0;
  hsa_ven_amd_aqlprofile_event_t event = {(hsa_ven_amd_aqlprofile_block_name_t)c->block[i], 0, c->counter[i].event};
  hsa_ven_amd_aqlprofile_profile_t one = {.agent = c->profile.agent, .type = c->profile.type, .events = &event, .event_count = 1};
  for (uint32_t k = 0; k <= i; k++)
    wanted += c->block[k] == c->block[i];
  if (aql.hsa_ven_amd_aqlprofile_get_info(&one, HSA_VEN_AMD_AQLPROFILE_INFO_BLOCK_COUNTERS, &room) != HSA_STATUS_SUCCESS || !room || wanted <= room)
    return true;
  collect_say("COLLECT_COUNTERS: block %s of %s counts %u events at a time: put %s and the block's further counters into another set, behind a ;. No counters are recorded",
              c->counter[i].block, gfx_of(c), room, c->counter[i].name);
  return false;
}

static bool events_make(collect_counting *c) {
  for (uint32_t i = 0; i < c->counters; i++) {
    if (!block_find(c, i) || !block_has_room(c, i))
      return false;
    c->events += c->instances[i];
  }
  c->event = collect_memory_grow(NULL, 0, c->events * sizeof *c->event);
  if (!c->event)
    return false;
  hsa_ven_amd_aqlprofile_event_t *e = c->event;
  for (uint32_t i = 0; i < c->counters; i++)
    for (uint32_t instance = 0; instance < c->instances[i]; instance++)
      *e++ = (hsa_ven_amd_aqlprofile_event_t){(hsa_ven_amd_aqlprofile_block_name_t)c->block[i], instance, c->counter[i].event};
  c->profile.events = c->event;
  c->profile.event_count = c->events;
  return true;
}

/* ---- buffers ---- */

static hsa_status_t pool_look(hsa_amd_memory_pool_t pool, void *found) {
  hsa_amd_segment_t segment;
  uint32_t flags = 0;
  bool given = false;
  if (HSA_NEXT(hsa_amd_memory_pool_get_info)(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment) != HSA_STATUS_SUCCESS || segment != HSA_AMD_SEGMENT_GLOBAL ||
      HSA_NEXT(hsa_amd_memory_pool_get_info)(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags) != HSA_STATUS_SUCCESS ||
      HSA_NEXT(hsa_amd_memory_pool_get_info)(pool, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED, &given) != HSA_STATUS_SUCCESS || !given ||
      !(flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT))
    return HSA_STATUS_SUCCESS;
  *(hsa_amd_memory_pool_t *)found = pool;
  return HSA_STATUS_INFO_BREAK;
}

/* Allocates host memory from which the agent may run commands and whose writes the host sees: a pool for kernel arguments. */
static bool buffer_make(const collect_counting *c, hsa_ven_amd_aqlprofile_descriptor_t *buffer) {
  hsa_amd_memory_pool_t pool = {0};
  for (collect_agent *a = NULL; !pool.handle && (a = collect_agent_next(a));)
    if (!collect_agent_is_gpu(a))
      HSA_NEXT(hsa_amd_agent_iterate_memory_pools)(collect_agent_handle(a), pool_look, &pool);
  uint32_t size = (buffer->size + 0xfff) & ~0xfffu;
  if (!pool.handle || !size || HSA_NEXT(hsa_amd_memory_pool_allocate)(pool, size, 0, &buffer->ptr) != HSA_STATUS_SUCCESS)
    return false;
  buffer->size = size;
  memset(buffer->ptr, 0, size);
  return HSA_NEXT(hsa_amd_agents_allow_access)(1, &c->profile.agent, NULL, buffer->ptr) == HSA_STATUS_SUCCESS;
}

/* Without buffers, the library only reports their sizes. */
static bool packets_make(collect_counting *c) {
  hsa_status_t status = aql.hsa_ven_amd_aqlprofile_start(&c->profile, NULL);
  bool room = status == HSA_STATUS_SUCCESS && buffer_make(c, &c->profile.command_buffer) && buffer_make(c, &c->profile.output_buffer);
  if (room && (status = aql.hsa_ven_amd_aqlprofile_start(&c->profile, &c->start)) == HSA_STATUS_SUCCESS &&
      (status = aql.hsa_ven_amd_aqlprofile_read(&c->profile, &c->read)) == HSA_STATUS_SUCCESS &&
      (status = aql.hsa_ven_amd_aqlprofile_stop(&c->profile, &c->stop)) == HSA_STATUS_SUCCESS)
    return true;
  collect_say("COLLECT_COUNTERS: %s cannot count these together (%s): move some to another set, behind a ;. No counters are recorded", gfx_of(c),
              status == HSA_STATUS_SUCCESS ? "out of memory" : library_reason());
  return false;
}

/* ---- an agent ---- */

/* Several agents of one kind need only one message. */
static bool known_impossible(const char *gfx) {
  for (const collect_counting *c = all; c; c = c->next)
    if (!c->possible && !strcmp(gfx_of(c), gfx))
      return true;
  return false;
}

static collect_counting *counting_new(collect_agent *agent) {
  collect_counting *c = collect_memory_grow(NULL, 0, sizeof *c);
  if (!c)
    return NULL;
  c->agent = agent;
  c->profile.agent = collect_agent_handle(agent);
  c->profile.type = HSA_VEN_AMD_AQLPROFILE_EVENT_TYPE_PMC;
  c->possible =
    !known_impossible(gfx_of(c)) && library_load() && (c->counters = collect_counters_of(gfx_of(c), c->counter)) && events_make(c) && packets_make(c);
  c->first_id = counter_ids + 1;
  counter_ids += c->counters;
  c->next = all;
  return all = c;
}

collect_counting *collect_counting_of(collect_agent *agent) {
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  collect_counting *c = all;
  while (c && c->agent != agent)
    c = c->next;
  if (!c)
    c = counting_new(agent);
  collect_lock_release(&lock);
  collect_section_end(&section);
  return c && c->possible ? c : NULL;
}

void collect_counting_packets(const collect_counting *c, collect_counter_packet *start, collect_counter_packet *read, collect_counter_packet *stop) {
  _Static_assert(sizeof c->start == sizeof *start, "a packet");
  memcpy(start, &c->start, sizeof *start);
  memcpy(read, &c->read, sizeof *read);
  memcpy(stop, &c->stop, sizeof *stop);
}

/* ---- values ---- */

/* When the first value comes again, it belongs to the next XCC. */
static hsa_status_t value_take(hsa_ven_amd_aqlprofile_info_type_t type, hsa_ven_amd_aqlprofile_info_data_t *data, void *arg) {
  collect_counting *c = arg;
  const hsa_ven_amd_aqlprofile_event_t *e = &data->pmc_data.event;
  uint32_t i = 0;
  if (type != HSA_VEN_AMD_AQLPROFILE_INFO_PMC_DATA)
    return HSA_STATUS_SUCCESS;
  c->passes += !data->sample_id && !memcmp(e, c->event, sizeof *e);
  while (i < c->counters && (c->block[i] != e->block_name || c->counter[i].event != e->counter_id))
    i++;
  if (i < c->counters && collect_memory_reserve(&c->value, &c->value_bytes, (c->values + 1) * sizeof *c->value))
    c->value[c->values++] = (collect_counter_value){i, c->passes ? c->passes - 1 : 0, data->sample_id, e->block_index, data->pmc_data.result};
  return HSA_STATUS_SUCCESS;
}

void collect_counting_write(collect_counting *c, uint64_t dispatch_id) {
  for (uint32_t i = 0; !c->described && i < c->counters; i++)
    collect_counter_describe(c->first_id + i, c->agent, &c->counter[i]);
  c->described = true;
  c->values = c->passes = 0;
  COLLECT_BRIEF_BEGIN(brief);
  aql.hsa_ven_amd_aqlprofile_iterate_data(&c->profile, value_take, c);
  collect_brief_end(&brief);
  for (uint32_t i = 0; i < c->values; i++)
    collect_counter_write(c->first_id + c->value[i].counter, dispatch_id, &c->value[i]);
}

/* If the runtime is started again, agents and all its memory are new. */
static void counting_forget(void) {
  atomic_store(&lock.word, 0);
  all = NULL;
  counter_ids = 0;
}
static void counting_end(int how) { (void)how, all = NULL; }
COLLECT_MODULE(counting) = {.name = "counting", .order = 23, .forked = counting_forget, .end = counting_end};
