/* Draws the tracks: rows, bars with names, counters, the selection, arrows. When something has changed, one frame draws all of it again. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const draw = rocpd.draw = {cost: [], scroll: 0, width: 0, height: 0, ratio: 1};
  const TEXT = 200; /* number of characters of a name that are used */
  const LATE_MS = 100; /* tools that take pictures of an invisible page let no frame come: after this time it is drawn anyway */
  let context = null, requested = 0, timer = 0, drawn = 0;
  const widths = new Map(); /* width of names, in pixels */

  draw.begin = (canvas) => {
    context = canvas.getContext('2d', {alpha: false});
    rocpd.store.onLoaded(draw.request);
  };
  draw.size = (canvas, width, height) => {
    const ratio = Math.min(3, self.devicePixelRatio || 1);
    Object.assign(draw, {width, height, ratio});
    canvas.width = Math.max(1, Math.round(width * ratio)), canvas.height = Math.max(1, Math.round(height * ratio));
    rocpd.camera.width = Math.max(1, width);
    draw.request();
  };
  /* Text has the size of the texts beside the picture. */
  draw.fontFrom = (element) => {
    const font = `${Math.round(parseFloat(getComputedStyle(element).fontSize) || 13) - 1}px system-ui, sans-serif`;
    if (font !== draw.font) draw.font = font, widths.clear();
  };
  draw.request = () => {
    if (requested || !context) return;
    requested = requestAnimationFrame(frame);
    timer = setTimeout(() => document.hidden || draw.now(), LATE_MS);
  };

  function shortName(head, room) {
    let known = widths.get(head);
    if (!known) {
      const text = rocpd.format.visible((rocpd.headName(head) || rocpd.headCategory(head)).slice(0, TEXT));
      widths.set(head, known = {text, width: context.measureText(text).width, cut: new Map()});
    }
    if (known.width <= room) return known.text;
    /* Letters differ in width: tries fewer characters, from the number that fits on average. */
    for (let n = Math.min(known.text.length - 1, Math.floor(known.text.length * room / known.width)); n > 0; n--) {
      let cut = known.cut.get(n);
      if (!cut) {
        const text = `${known.text.slice(0, n)}…`;
        known.cut.set(n, cut = {text, width: context.measureText(text).width});
      }
      if (cut.width <= room) return cut.text;
    }
    return '';
  }

  /* Gives each visible line a line of the picture. */
  function lay(placed) {
    const {LINE} = rocpd.tracks, out = [];
    let n = 0;
    for (const p of placed) {
      const y = rocpd.tracks.screenY(p, draw.scroll), {row} = p;
      if (row.type === 'track' && !row.closed) {
        for (const l of row.lanes) {
          if (y + l.y > draw.height || y + l.y + l.depth * LINE < 0) continue;
          /* Of a deep lane, only the visible lines. */
          const depths = Math.min(l.depth, Math.ceil((draw.height - y - l.y) / LINE));
          out.push({lane: l.lane, y: y + l.y, depths, line: n, pinned: p.pinned});
          n += depths;
        }
      } else if (row.lanes.length) {
        for (const l of row.lanes) out.push({lane: l.lane, y: y + l.y, depths: 1, line: n, pinned: p.pinned, nameless: row.lanes.length > 1});
        n++;
      }
    }
    return {lanes: out, lines: n};
  }

  function backs(placed, pinned) {
    const {theme} = rocpd.color;
    for (const p of placed) {
      if (p.pinned !== pinned) continue;
      const y = rocpd.tracks.screenY(p, draw.scroll);
      context.fillStyle = p.row.type === 'track' || p.row.type === 'counter' ? theme.back : theme.heading;
      context.fillRect(0, y, draw.width, p.row.height);
      context.fillStyle = theme.line;
      context.fillRect(0, y + p.row.height - 1, draw.width, 1);
    }
  }

  function bars(laid, picture, pinned) {
    const {LINE} = rocpd.tracks, width = rocpd.strips.width;
    let last = -1;
    for (const l of laid.lanes) {
      if (l.pinned !== pinned) continue;
      for (let d = 0; d < l.depths; d++) {
        const y = l.y + d * LINE;
        if (l.line + d === last || y + LINE < 0) continue;
        last = l.line + d;
        context.drawImage(picture, 0, last, width, 1, 0, y + 1, draw.width, LINE - 2);
      }
    }
  }

  function names(laid, pinned) {
    const {LINE} = rocpd.tracks, lineY = new Map(), {labels} = rocpd.strips, {ratio} = draw, {dim, ink} = rocpd.color;
    for (const l of laid.lanes) if (l.pinned === pinned) for (let d = 0; d < l.depths; d++) lineY.set(l.line + d, l.y + d * LINE);
    for (let i = 0; i < labels.length; i += 4) {
      const y = lineY.get(labels[i]), head = labels[i + 3];
      if (y === undefined || y + LINE < 0 || (dim && !dim[head])) continue;
      const x = labels[i + 1] / ratio, text = shortName(head, labels[i + 2] / ratio - x - 7);
      if (text) context.fillStyle = ink[head], context.fillText(text, x + 3, y + LINE / 2 + .5);
    }
  }

  function frameOf(box, style, width) {
    if (!box) return;
    context.strokeStyle = style, context.lineWidth = width;
    context.strokeRect(box.x0 + .5, box.y + .5, Math.max(2, box.x1 - box.x0 - 1), box.h - 1);
  }

  /* The place of an event on the screen, or outside. In a closed row all depths share one line. */
  draw.place = (e) => {
    let row = rocpd.tracks.rowOfTrack(e.track);
    const placedOf = (r) => rocpd.tracks.placed.find((p) => p.row === r && !p.pinned) || rocpd.tracks.placed.find((p) => p.row === r);
    let placed = placedOf(row);
    while (!placed && row.parent) placed = placedOf(row = row.parent);
    if (!placed) return null;
    const l = row.type === 'track' && !row.closed ? row.lanes[e.lane] : {y: 3, depth: 1}, {LINE} = rocpd.tracks;
    const y = rocpd.tracks.screenY(placed, draw.scroll) + l.y + Math.min(e.depth, l.depth - 1) * LINE;
    const end = Math.min(rocpd.events.end(e), rocpd.camera.to + (rocpd.camera.to - rocpd.camera.from));
    const limit = (x) => Math.max(-10000, Math.min(20000, x));
    return {x0: limit(rocpd.camera.x(e.start)), x1: limit(rocpd.camera.x(end)), y: y + 1, h: LINE - 2};
  };

  function arrow(from, to) {
    const a = draw.place(from), b = draw.place(to), {theme} = rocpd.color;
    if (!a || !b) return;
    const x0 = to.start < rocpd.events.end(from) ? a.x0 : a.x1, y0 = a.y + a.h / 2, x1 = b.x0, y1 = b.y + b.h / 2, bend = Math.max(20, Math.min(120, Math.abs(x1 - x0) / 2));
    context.strokeStyle = context.fillStyle = theme.mark, context.lineWidth = 1.6;
    context.beginPath(), context.moveTo(x0, y0), context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1 - 5, y1), context.stroke();
    context.beginPath(), context.moveTo(x1, y1), context.lineTo(x1 - 7, y1 - 4), context.lineTo(x1 - 7, y1 + 4), context.fill();
  }

  function area(a) {
    const x0 = rocpd.camera.x(a.from), x1 = rocpd.camera.x(a.to), {theme} = rocpd.color;
    context.fillStyle = theme.area;
    for (const p of rocpd.tracks.placed) {
      const y = rocpd.tracks.screenY(p, draw.scroll);
      if (y > draw.height || y + p.row.height < 0 || !rocpd.selection.holds(p.row)) continue;
      context.fillRect(x0, y, x1 - x0, p.row.height);
    }
    context.fillStyle = theme.accent;
    context.fillRect(Math.round(x0), 0, 1, draw.height), context.fillRect(Math.round(x1), 0, 1, draw.height);
  }

  function above() {
    const {selected, hovered, arrows} = rocpd.details, {theme} = rocpd.color;
    rocpd.compare.draw(context, draw.height);
    if (rocpd.selection.area) area(rocpd.selection.area);
    for (const [from, to] of arrows) arrow(from, to);
    context.globalAlpha = .6;
    for (const [from, to] of rocpd.links.hovered) arrow(from, to);
    context.globalAlpha = 1;
    if (hovered) frameOf(draw.place(hovered), theme.text, 1);
    if (selected) frameOf(draw.place(selected), theme.mark, 2.5);
    if (rocpd.camera.pointer !== undefined) {
      context.fillStyle = theme.dim;
      context.fillRect(Math.round(rocpd.camera.pointer), 0, 1, draw.height);
    }
  }

  function paint() {
    const {ratio} = draw, {tracks, strips, camera, color} = rocpd, placed = tracks.between(0, draw.height, draw.scroll), laid = lay(placed);
    strips.begin(Math.max(1, Math.round(draw.width * ratio)), Math.max(1, laid.lines));
    strips.view(camera.from, camera.to, ratio);
    strips.add(laid.lines);
    for (const l of laid.lanes) strips.lane(l.lane, l.line, l.depths, l.nameless);
    const picture = strips.end();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.imageSmoothingEnabled = false;
    context.font = draw.font, context.textBaseline = 'middle';
    context.fillStyle = color.theme.back;
    context.fillRect(0, 0, draw.width, draw.height);
    for (const pinned of [false, true]) {
      if (pinned && !tracks.pinnedHeight) break;
      if (pinned) context.fillStyle = color.theme.accent, context.fillRect(0, 0, draw.width, tracks.pinnedHeight);
      backs(placed, pinned);
      rocpd.ruler.grid(context, pinned ? 0 : tracks.pinnedHeight, pinned ? tracks.pinnedHeight : draw.height);
      bars(laid, picture, pinned);
      for (const p of placed) if (p.row.type === 'counter' && p.pinned === pinned) rocpd.counters.draw(context, p.row, tracks.screenY(p, draw.scroll));
      names(laid, pinned);
    }
    above();
  }

  function frame(now) {
    cancelAnimationFrame(requested), clearTimeout(timer);
    requested = timer = 0;
    const begun = performance.now(), more = rocpd.camera.step(now);
    rocpd.store.newFrame();
    paint();
    rocpd.ruler.draw();
    rocpd.minimap.draw();
    rocpd.names.update();
    if (!drawn++) draw.firstDrawn = performance.now();
    if (draw.cost.push(performance.now() - begun) > 1000) draw.cost.shift();
    if (more) draw.request();
  }
  draw.now = () => context && frame(performance.now());
}
