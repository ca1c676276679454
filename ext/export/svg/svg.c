/* rocpd_export_svg(): pictures that a browser shows without network. See svg.h. */
#include "svg.h"
#include "export.h"
#include "format.h"

static int write_picture(rocpd_writer *w, rocpd_error *err) {
  switch (w->x->option.picture) {
    case ROCPD_PICTURE_FLAME: return rocpd_svg_flame(w, err);
    case ROCPD_PICTURE_UTILISATION: return rocpd_svg_utilisation(w, err);
    default: return rocpd_svg_gaps(w, err);
  }
}

ROCPD_EXPORT_FORMAT(svg) = {
  .function = "rocpd_export_svg", .needs = ROCPD_NEEDS_NO_FIELDS, .options = ROCPD_O_VALUE | ROCPD_O_PICTURE, .events = write_picture};
