/* Matches of a search on the minimap, as a line of pixels. Chunks with many matches are marked as a whole, from their statistics; in chunks with few, the
** events are read. It is made in pieces, in the background. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const DENSE = 2;   /* matches per pixel above which their exact places do not matter */
  const MOST = 400;  /* at most this number of chunks is read; others are marked as a whole */
  const HIGH = 5;    /* pixels */
  const marks = rocpd.marks = {pixels: null};
  let turn = 0, madeFor = 0;

  async function mark(lane, stats, pixels, left) {
    const {search, camera} = rocpd, [from, to] = camera.whole(), x = (t) => Math.floor((t - from) / (to - from) * pixels.length);
    for (let c = 0; c < lane.chunks; c++) {
      const n = search.inChunk(lane, stats, c);
      if (!n) continue;
      const a = x(lane.chunkFirst[c]), b = Math.max(a, Math.min(x(Math.min(lane.chunkFirst[c + 1], lane.last ?? Infinity)), pixels.length - 1));
      if (n >= DENSE * (b - a + 1) || left.chunks-- <= 0) {
        pixels.fill(1, a, b + 1);
        continue;
      }
      const t = await lane.times(c), rows = search.byArgument(lane, c);
      for (let i = 0; i < t.n; i++) if (search.matches(t, i, rows)) pixels[x(t.first + t.start[i])] = 1;
    }
  }

  async function make() {
    const mine = ++turn, width = madeFor = Math.max(1, Math.round(rocpd.minimap.width || 1)), {search} = rocpd, left = {chunks: MOST};
    marks.pixels = null;
    if (!search.heads) return;
    const pixels = new Uint8Array(width);
    for (const track of rocpd.directory.tracks.keys())
      for (const lane of rocpd.lanes(track)) {
        const stats = await lane.stats();
        if (mine !== turn || !search.heads) return;
        await mark(lane, stats, pixels, left);
        if (mine !== turn || !search.heads) return;
      }
    marks.pixels = pixels;
    rocpd.draw.request();
  }

  marks.again = () => {
    make().catch(() => {}); /* errors are shown where the data are read */
  };

  marks.draw = (context, height) => {
    const {pixels} = marks;
    if (rocpd.search.heads && madeFor !== Math.max(1, Math.round(rocpd.minimap.width || 1))) marks.again();
    if (!pixels) return;
    context.fillStyle = rocpd.color.theme.mark;
    for (let x = 0; x < pixels.length; x++) {
      if (!pixels[x]) continue;
      const from = x;
      while (x < pixels.length && pixels[x]) x++;
      context.fillRect(from, height - HIGH, x - from, HIGH);
    }
  };
}
