/* libhsa-amd-aqlprofile64.so for the software GPU: it has the real library's C interface, but writes commands of the software GPU
** (tests/gpusim/counter.h) in place of PM4. Its blocks: GRBM counts 2 events at a time; SQ 8, each with a value of 8 shader
** engines; TCC 4 on each of 4 instances. Like the real library it fills in only the command of a packet, returns the sizes of
** buffers if it was given none, and asks HSA about the agent. */
#include <hsa/hsa.h>
#include <hsa/hsa_ven_amd_aqlprofile.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "counter.h"

/* Notices calls that come after its destructors. */
static bool is_gone;
__attribute__((destructor)) static void gone(void) { is_gone = true; }
static void used(void) {
  if (is_gone)
    abort();
}

typedef hsa_ven_amd_aqlprofile_profile_t profile;
typedef hsa_ven_amd_aqlprofile_event_t event;
typedef hsa_ext_amd_aql_pm4_packet_t packet;

#ifndef TCC_INSTANCES
#define TCC_INSTANCES 4
#endif
static const struct block { const char *name; uint32_t id, instances, counters, events, samples; } blocks[] = {
    {"GRBM", GPUSIM_BLOCK_GRBM, 1, 2, 64, 1}, {"SQ", GPUSIM_BLOCK_SQ, 1, 8, 512, GPUSIM_ENGINES}, {"TCC", GPUSIM_BLOCK_TCC, TCC_INSTANCES, 4, 256, 1}};

static const char *reason = "";
static hsa_status_t fail(const char *why) { return reason = why, HSA_STATUS_ERROR; }

static const struct block *block_of(const event *e) {
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    if (blocks[i].id == (uint32_t)e->block_name)
      return &blocks[i];
  return NULL;
}
static bool is_valid(const event *e) {
  const struct block *b = block_of(e);
  return b && e->block_index < b->instances && e->counter_id < b->events;
}

uint32_t hsa_ven_amd_aqlprofile_version_major(void) { return HSA_AQLPROFILE_VERSION_MAJOR; }
uint32_t hsa_ven_amd_aqlprofile_version_minor(void) { return HSA_AQLPROFILE_VERSION_MINOR; }
hsa_status_t hsa_ven_amd_aqlprofile_error_string(const char **text) { return *text = reason, HSA_STATUS_SUCCESS; }

hsa_status_t hsa_ven_amd_aqlprofile_validate_event(hsa_agent_t agent, const event *e, bool *result) {
  char name[64];
  if (hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, name) != HSA_STATUS_SUCCESS)
    return fail("not an agent");
  return *result = is_valid(e), HSA_STATUS_SUCCESS;
}

static hsa_status_t events_check(const profile *p) {
  if (p->event_count > GPUSIM_COUNTERS)
    return fail("too many events");
  for (uint32_t i = 0; i < p->event_count; i++) {
    uint32_t same = 0;
    if (!is_valid(&p->events[i]))
      return fail("not an event");
    for (uint32_t k = 0; k <= i; k++)
      same += p->events[k].block_name == p->events[i].block_name && p->events[k].block_index == p->events[i].block_index;
    if (same > block_of(&p->events[i])->counters)
      return fail("Event is out of block counter registers number limit");
  }
  return HSA_STATUS_SUCCESS;
}

static uint32_t output_bytes(const profile *p) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->event_count; i++)
    n += 8 * block_of(&p->events[i])->samples;
  return n;
}

/* The buffer holds one command each for START, READ and STOP. */
static hsa_status_t packet_fill(const profile *p, packet *out, int operation) {
  uint64_t at = (uintptr_t)p->command_buffer.ptr + (size_t)(operation - 1) * sizeof(gpusim_command);
  uint32_t command[4] = {0xc0023f00, (uint32_t)at, (uint32_t)(at >> 32), sizeof(gpusim_command) / 4};
  memset(out->pm4_command, 0, sizeof out->pm4_command);
  out->pm4_command[0] = 1;
  memcpy(&out->pm4_command[1], command, sizeof command);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_ven_amd_aqlprofile_start(profile *p, packet *out) {
  hsa_status_t status = events_check(p);
  const uint32_t commands = 3 * sizeof(gpusim_command), output = output_bytes(p);
  if (status != HSA_STATUS_SUCCESS)
    return status;
  bool small = p->command_buffer.size < commands || p->output_buffer.size < output, made = p->command_buffer.ptr && p->output_buffer.ptr;
  if (!made || small) {
    p->command_buffer.size = commands;
    p->output_buffer.size = output;
    return made ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
  }
  for (int i = 0; i < 3; i++) {
    gpusim_command *c = (gpusim_command *)p->command_buffer.ptr + i;
    *c = (gpusim_command){.magic = GPUSIM_COMMAND_MAGIC, .operation = (uint32_t)i + 1, .events = p->event_count, .output = (uintptr_t)p->output_buffer.ptr};
    for (uint32_t k = 0; k < p->event_count; k++)
      c->event[k] = (gpusim_event){(uint32_t)p->events[k].block_name, p->events[k].block_index, p->events[k].counter_id};
  }
  return packet_fill(p, out, GPUSIM_COUNT_START);
}
hsa_status_t hsa_ven_amd_aqlprofile_stop(const profile *p, packet *out) { return packet_fill(p, out, GPUSIM_COUNT_STOP); }
hsa_status_t hsa_ven_amd_aqlprofile_read(const profile *p, packet *out) { return packet_fill(p, out, GPUSIM_COUNT_READ); }
hsa_status_t hsa_ven_amd_aqlprofile_legacy_get_pm4(const packet *p, void *data) { return (void)p, (void)data, HSA_STATUS_ERROR; }

static hsa_status_t block_query(hsa_ven_amd_aqlprofile_id_query_t *q) {
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    if (!strcmp(q->name, blocks[i].name)) {
      q->id = blocks[i].id;
      q->instance_count = blocks[i].instances;
      return HSA_STATUS_SUCCESS;
    }
  return fail("not a block");
}

hsa_status_t hsa_ven_amd_aqlprofile_get_info(const profile *p, hsa_ven_amd_aqlprofile_info_type_t what, void *value) {
  switch (what) {
    case HSA_VEN_AMD_AQLPROFILE_INFO_BLOCK_ID: return block_query(value);
    case HSA_VEN_AMD_AQLPROFILE_INFO_BLOCK_COUNTERS: *(uint32_t *)value = block_of(p->events)->counters; return HSA_STATUS_SUCCESS;
    default: return fail("not supported");
  }
}

hsa_status_t hsa_ven_amd_aqlprofile_iterate_data(const profile *p, hsa_ven_amd_aqlprofile_data_callback_t callback, void *data) {
  used();
  const uint64_t *value = p->output_buffer.ptr;
  hsa_status_t status = HSA_STATUS_SUCCESS;
  for (uint32_t i = 0; i < p->event_count; i++)
    for (uint32_t sample = 0; sample < block_of(&p->events[i])->samples && status == HSA_STATUS_SUCCESS; sample++) {
      hsa_ven_amd_aqlprofile_info_data_t d = {.sample_id = sample, .pmc_data = {.event = p->events[i], .result = *value++}};
      status = callback(HSA_VEN_AMD_AQLPROFILE_INFO_PMC_DATA, &d, data);
    }
  return status;
}
