/* The agents of all sources: the physical device and the name of each. Each process and each file numbers the GPUs that it sees in its own way. Only this
** module makes the names; ext/help/topics/tables.md has the rules. */
#ifndef ROCPD_DEVICE_H
#define ROCPD_DEVICE_H
#include "origins.h"

typedef struct rocpd_device {
  rocpd_source *source;
  int64_t agent;   /* its id */
  int64_t node;    /* its absolute index */
  int64_t type;    /* interned "CPU" or "GPU", or ROCPD_NULL */
  int64_t guid;    /* of its row */
  int64_t path;    /* interned: of its file */
  int64_t nid, pid; /* of its process: the machine, and the process's number */
  int64_t device;  /* interned, the same for all agents that are one device: host and bus address ("node7 0000:c1:00.0"), else what its file knows of it */
  int64_t name;    /* interned: "GPU 0", with the machine before it where the trace is of several ("node7 GPU 0") */
  int64_t number;  /* the 0 of that */
  int64_t address; /* interned: "0000:c1:00.0"; ROCPD_NULL where its file does not say it */
  int64_t model;   /* interned: "gfx90a", or ROCPD_NULL */
} rocpd_device;

/* Those of a snapshot, without regard to a time window, in order of source and id. *out belongs to the snapshot. Connection's thread. */
int rocpd_devices(rocpd_snapshot *s, const rocpd_device **out, size_t *n, rocpd_error *err);
/* Returns the device of an agent; NULL: its file has no row for the agent. Any thread. */
const rocpd_device *rocpd_device_of(const rocpd_device *d, size_t n, const rocpd_source *source, int64_t agent);

/* The same by a row's guid and path; *out NULL: there is no such device. The path (interned) decides if several files have the guid; ROCPD_NULL: the row has
** no path. Connection's thread. */
int rocpd_device_by_agent(rocpd_snapshot *s, int64_t path, int64_t guid, int64_t agent, const rocpd_device **out, rocpd_error *err);
/* The same by the absolute index, which some rows have instead. If several agents have it, path, nid and pid choose that of the row's process. */
int rocpd_device_by_node(rocpd_snapshot *s, int64_t path, int64_t guid, int64_t nid, int64_t pid, int64_t node, const rocpd_device **out, rocpd_error *err);
/* Returns one of the agents that a device's identity stands for. */
int rocpd_device_by_identity(rocpd_snapshot *s, int64_t device, const rocpd_device **out, rocpd_error *err);
/* Returns the text that is shown for an agent (interned): its name, or "agent 7" if there is no row for it; ROCPD_NULL for ROCPD_NULL. */
int rocpd_device_text(rocpd_session *session, const rocpd_device *d, int64_t agent, int64_t *out);

#endif
