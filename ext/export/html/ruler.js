/* The time above the tracks: marks at round times, with lines below them. If marks are close together, their common beginning is shown once at the left, and
** the marks show the rest. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const APART = 110; /* least distance in pixels, for the smallest font */
  const ruler = rocpd.ruler = {};
  let canvas = null, context = null;
  const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

  ruler.begin = (element) => {
    canvas = element, context = canvas.getContext('2d', {alpha: false});
  };
  ruler.size = (width, height, ratio) => {
    canvas.width = Math.max(1, Math.round(width * ratio)), canvas.height = Math.round(height * ratio);
    Object.assign(ruler, {width, height, ratio});
  };

  /* ns between marks: 1, 2 or 5 times a power of ten, 1 at least. */
  function step() {
    const least = Math.max(1, rocpd.camera.perPixel() * APART * parseFloat(rocpd.draw.font) / 12), power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((k) => k * power).find((s) => s >= least * (1 - 1e-9));
  }

  function marks() {
    const s = step(), {from, to} = rocpd.camera, out = [];
    for (let k = Math.ceil(from / s); k * s <= to && out.length < 1000; k++) out.push(k * s);
    return {step: s, times: out};
  }

  /* ns as text, with as many digits as distinguish the marks. All marks have the unit of the largest one. */
  function text(ns, s, [unit, name]) {
    const digits = Math.max(0, Math.round(Math.log10(unit)) - Math.floor(Math.log10(s) + 1e-9));
    return ns === 0 ? `0 ${name}` : `${(ns / unit).toFixed(Math.min(digits, 9))} ${name}`;
  }

  ruler.grid = (c, top, bottom) => {
    c.fillStyle = rocpd.color.theme.line;
    for (const t of marks().times) c.fillRect(Math.round(rocpd.camera.x(t)), top, 1, bottom - top);
  };

  ruler.draw = () => {
    const {theme} = rocpd.color, {times, step: s} = marks(), {camera, format} = rocpd;
    const common = 10 ** Math.floor(Math.log10(s * 1000) + 1e-9), anchor = Math.abs(camera.from) >= common ? Math.floor(camera.from / common) * common : 0;
    const most = times.reduce((m, t) => Math.max(m, Math.abs(t - anchor)), 0), unit = UNITS.find(([u]) => most >= u) || UNITS[3];
    context.setTransform(ruler.ratio, 0, 0, ruler.ratio, 0, 0);
    context.fillStyle = theme.back, context.fillRect(0, 0, ruler.width, ruler.height);
    context.font = rocpd.draw.font.replace(/^\d+/, (px) => px - 1), context.textBaseline = 'middle';
    const half = ruler.height / 2;
    for (const t of times) {
      const x = Math.round(camera.x(t));
      context.fillStyle = theme.dim, context.fillRect(x, half, 1, half);
      context.fillStyle = theme.text, context.fillText((anchor ? '+' : '') + text(t - anchor, s, unit), x + 4, half + half / 2);
    }
    context.fillStyle = theme.dim;
    const span = `shown: ${format.span(camera.to - camera.from)}`, utc = rocpd.directory.wall === null || rocpd.directory.wall === undefined ? '' : `   ${rocpd.compare.on() ? 'UTC of a: ' : ''}${format.utc(Math.round(camera.from))}`;
    const left = `${anchor ? format.time(anchor) : ''}${utc}`.trim(), right = context.measureText(span).width;
    context.fillText(left, 4, half / 2);
    if (context.measureText(left).width + right + 24 < ruler.width) context.fillText(span, ruler.width - right - 6, half / 2);
    const {area} = rocpd.selection;
    if (area) {
      context.fillStyle = theme.area;
      context.fillRect(camera.x(area.from), 0, camera.x(area.to) - camera.x(area.from), ruler.height);
    }
    rocpd.search.mark(context, ruler.height);
  };
}
