/* Profiles as text: the other form of rocpd_export_text(). */
#ifndef ROCPD_PROFILE_H
#define ROCPD_PROFILE_H
#include "layout.h"

/* The calls of each thread as they nest, a line for each place: the figures of the table calls. */
int rocpd_write_profile(rocpd_writer *w, rocpd_error *err);

#endif
