/* See group_key.h. Values computed from columns are looked up only when the columns change from one row to the next. */
#include "group_key.h"
#include "json.h"
#include "marker.h"

static bool wants(const rocpd_group_input *input, int keys, int key) {
  for (int k = 0; k < keys; k++)
    if (input->key[k] == key) return true;
  return false;
}

int rocpd_keys_open(rocpd_keys *k, rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_error *err) {
  *k = (rocpd_keys){.session = rocpd_snapshot_session(s), .n = keys};
  bool devices = false, paths = false;
  for (int i = 0; i < inputs; i++) devices |= wants(&input[i], keys, ROCPD_KEY_DEVICE), paths |= wants(&input[i], keys, ROCPD_KEY_PATH);
  int rc = rocpd_fail_code(err, rocpd_intern(k->session, "GPU", 3, &k->gpu));
  if (rc == SQLITE_OK && paths) rc = rocpd_call_paths_of(s, &k->paths, err);
  return rc == SQLITE_OK && devices ? rocpd_devices(s, &k->device, &k->devices, err) : rc;
}

bool rocpd_key_is_text(const rocpd_group_input *input, int key) {
  int c = input->key[key];
  return c >= 0 ? rocpd_kinds[input->kind].column[c].type == ROCPD_TEXT : c == ROCPD_KEY_DEVICE || c == ROCPD_KEY_MESSAGE || c == ROCPD_KEY_PATH;
}

uint64_t rocpd_key_texts(const rocpd_group_input *input, int keys) {
  uint64_t texts = 0;
  for (int k = 0; k < keys; k++) texts |= (uint64_t)rocpd_key_is_text(input, k) << k;
  return texts;
}

static bool is_sample(const rocpd_batch *b) { return b->kind == ROCPD_KIND_SAMPLE; }

static int open_message(rocpd_key_reader *r, rocpd_batch *b, rocpd_error *err) {
  r->skips = true;
  r->last_text = r->last_message = ROCPD_NULL;
  int rc = rocpd_batch_column(b, is_sample(b) ? ROCPD_SAMPLE_category : ROCPD_REGION_category, &r->category, err);
  return rc == SQLITE_OK ? rocpd_batch_column(b, is_sample(b) ? ROCPD_SAMPLE_extdata : ROCPD_REGION_extdata, &r->extdata, err) : rc;
}

int rocpd_key_reader_open(rocpd_key_reader *r, const rocpd_keys *keys, const rocpd_group_input *input, rocpd_batch *b, rocpd_error *err) {
  *r = (rocpd_key_reader){.keys = keys, .input = input, .batch = b, .skips = input->side != 0};
  bool device = wants(input, keys->n, ROCPD_KEY_DEVICE);
  int rc = input->duration >= 0 ? rocpd_batch_column(b, input->duration, &r->duration, err) : SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < keys->n; k++)
    if (input->key[k] >= 0) rc = rocpd_batch_column(b, input->key[k], &r->column[k], err);
  if (rc == SQLITE_OK && (input->side || device || wants(input, keys->n, ROCPD_KEY_AGENT))) rc = rocpd_owner_columns_load(b, ROCPD_LEVEL_AGENT, &r->owner, err);
  if (rc == SQLITE_OK && wants(input, keys->n, ROCPD_KEY_MESSAGE)) rc = open_message(r, b, err);
  r->last_agent = INT64_MAX; /* no agent has this id */
  return rc;
}

static void read_agents(const rocpd_key_reader *r, uint32_t first, uint32_t n, int64_t *agent, bool *skip) {
  const rocpd_owner_columns *c = &r->owner;
  for (uint32_t i = 0; i < n; i++) {
    rocpd_owner own = {rocpd_column_at(c->agent, first + i), rocpd_column_at(c->type, first + i)}, other = {ROCPD_NULL, ROCPD_NULL}, owner[2];
    if (c->other) other = (rocpd_owner){rocpd_column_at(c->other, first + i), rocpd_column_at(c->other_type, first + i)};
    int owners = rocpd_owners(own, other, r->keys->gpu, owner);
    if (r->input->side) skip[i] = r->input->side > owners;
    agent[i] = owner[r->input->side == 2].agent;
  }
}

static void agents_to_devices(rocpd_key_reader *r, int64_t *agent, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (agent[i] != r->last_agent) {
      const rocpd_device *d = rocpd_device_of(r->keys->device, r->keys->devices, r->batch->source, agent[i]);
      r->last_agent = agent[i];
      r->last_device = d ? d->name : ROCPD_NULL;
    }
    agent[i] = r->last_device;
  }
}

static bool is_marker(const rocpd_key_reader *r, int64_t category) {
  return category != ROCPD_NULL && rocpd_is_marker_category(rocpd_string(r->keys->session, category, NULL));
}

static int read_messages(rocpd_key_reader *r, uint32_t first, uint32_t n, int64_t *message, bool *skip, rocpd_error *err) {
  int rc = SQLITE_OK;
  int64_t category = ROCPD_NULL;
  bool marker = false;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t c = rocpd_column_at(r->category, first + i), text = rocpd_column_at(r->extdata, first + i);
    if (c != category) category = c, marker = is_marker(r, c);
    if (marker && text != ROCPD_NULL && text != r->last_text) {
      rc = rocpd_json_value(r->keys->session, text, "$.message", ROCPD_TEXT, &r->last_message, err);
      r->last_text = text;
    }
    message[i] = r->last_message;
    skip[i] = !marker || text == ROCPD_NULL || message[i] == ROCPD_NULL;
  }
  return rc;
}

int rocpd_keys_read(rocpd_key_reader *r, uint32_t first, uint32_t n, const int *wanted, int n_wanted, int64_t key[][ROCPD_BLOCK], bool *skip,
                    rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < n_wanted; i++) {
    int64_t *to = key[wanted[i]];
    switch (r->input->key[wanted[i]]) {
      case ROCPD_KEY_AGENT: read_agents(r, first, n, to, skip); break;
      case ROCPD_KEY_DEVICE: read_agents(r, first, n, to, skip), agents_to_devices(r, to, n); break;
      case ROCPD_KEY_MESSAGE: rc = read_messages(r, first, n, to, skip, err); break;
      case ROCPD_KEY_PATH: rc = rocpd_call_paths_read(r->keys->paths, r->batch, first, n, to, err); break;
      default: rocpd_column_get(r->column[wanted[i]], first, n, to);
    }
  }
  return rc;
}
