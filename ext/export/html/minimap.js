/* The whole trace above the ruler, with the visible part marked. Its bars are drawn once, and again when more data have arrived. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const LINES = 40, EACH = 8; /* more lines could not be seen; a line shows the lanes with most events among those that share it */
  const minimap = rocpd.minimap = {};
  let canvas = null, context = null, picture = null, stale = true, drawnAt = 0, waited = 0;

  minimap.begin = (element) => {
    canvas = element, context = canvas.getContext('2d', {alpha: false});
  };
  minimap.size = (width, height, ratio) => {
    canvas.width = Math.max(1, Math.round(width * ratio)), canvas.height = Math.round(height * ratio);
    Object.assign(minimap, {width, height, ratio});
    stale = true;
  };
  minimap.again = () => {
    stale = true;
  };

  /* For each line: its lanes, in the order of the tracks. So each process appears, however many there are. */
  function chosen() {
    const all = rocpd.directory.tracks.flatMap((t, i) => rocpd.lanes(i)), count = Math.min(LINES, all.length);
    return Array.from({length: count}, (_, k) => all.slice(Math.floor(k * all.length / count), Math.floor((k + 1) * all.length / count)))
      .map((lanes) => lanes.length > EACH ? lanes.sort((a, b) => b.events - a.events).slice(0, EACH) : lanes);
  }

  function paint() {
    const lines = minimap.lines ??= chosen(), {strips, camera, color} = rocpd, {dim} = color, [from, to] = camera.whole();
    const width = Math.max(1, Math.round(minimap.width * minimap.ratio)), high = Math.max(1, lines.length);
    strips.begin(width, high);
    strips.view(from, to, Infinity); /* no names */
    strips.add(lines.length);
    color.dim = null; /* a search does not make others paler here: it has marks */
    lines.forEach((lanes, i) => lanes.forEach((lane) => strips.lane(lane, i, 1, lanes.length > 1)));
    color.dim = dim;
    const from1 = strips.end();
    picture ??= document.createElement('canvas');
    picture.width = width, picture.height = high;
    picture.getContext('2d').drawImage(from1, 0, 0, width, high, 0, 0, width, high);
  }

  minimap.draw = () => {
    const now = performance.now(), busy = rocpd.store.busy();
    if (stale || (waited && now - drawnAt > 150) || (waited && !busy)) {
      paint();
      stale = false, drawnAt = now, waited = rocpd.store.busy();
      if (waited) setTimeout(rocpd.draw.request, 200);
    }
    const {theme} = rocpd.color, {camera} = rocpd, [from, to] = camera.whole(), x = (t) => (t - from) / (to - from) * minimap.width;
    context.setTransform(minimap.ratio, 0, 0, minimap.ratio, 0, 0);
    context.fillStyle = theme.back, context.fillRect(0, 0, minimap.width, minimap.height);
    context.imageSmoothingEnabled = false;
    if (picture) context.drawImage(picture, 0, 0, picture.width, picture.height, 0, 2, minimap.width, minimap.height - 4);
    rocpd.marks.draw(context, minimap.height);
    const a = Math.max(0, x(camera.from)), b = Math.min(minimap.width, x(camera.to));
    context.globalAlpha = .65, context.fillStyle = theme.heading;
    context.fillRect(0, 0, a, minimap.height), context.fillRect(b, 0, minimap.width - b, minimap.height);
    context.globalAlpha = 1, context.strokeStyle = theme.accent, context.lineWidth = 1.5;
    context.strokeRect(a + .75, .75, Math.max(2, b - a - 1.5), minimap.height - 1.5);
  };
  minimap.time = (px) => {
    const [from, to] = rocpd.camera.whole();
    return from + px / minimap.width * (to - from);
  };
}
