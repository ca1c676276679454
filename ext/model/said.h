/* What a merged database keeps of what its parts said of themselves, in rows of rocpd_metadata whose values are JSON objects. */
#ifndef ROCPD_SAID_H
#define ROCPD_SAID_H

#define ROCPD_SAID_HEALTH "rocpd_health"       /* {"file", "name", "value", "detail"}: a fact of `health` */
#define ROCPD_SAID_RECORDED "rocpd_recorded"   /* {"file", "domain", "recorded", "more"}: of `capabilities` */
#define ROCPD_SAID_NOT_ALIGNED "not aligned"   /* the fact that so many machines are in it whose clocks nobody had compared */

#endif
