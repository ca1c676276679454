/* Mouse, trackpad, touch and keys. The keys are those of ui.perfetto.dev. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const CLICK = 4; /* pixels: a pointer that moves less has clicked */
  const KEYS = [['W, S', 'zoom in, out'], ['A, D', 'move left, right (also ← →)'], ['F', 'zoom to what is selected'], ['M', 'select the time of the selected event'], ['0', 'the whole trace'],
    [', .', 'the event before, after the selected one; the last, first one'], ['[ ]', 'from a kernel to its launch, and back'], ['/', 'search: part of a name, "a whole name", or /a regular expression/'], ['N, Shift + N', 'next, previous match (in the field Enter, Shift + Enter)'], ['F2', 'on a row: rename it (also a double click)'], ['↑ ↓', 'on a row: the one above, below; with Alt it changes places'], ['Escape', 'nothing is selected'],
    ['click', 'select an event'], ['double click', 'zoom to it'], ['drag', 'select an area: what it holds is added up'], ['Shift + drag', 'move'], ['wheel', 'up and down'],
    ['Ctrl + wheel, pinch', 'zoom'], ['Shift + wheel', 'left and right'], ['?', 'this list']];
  const input = rocpd.input = {};
  let parts = null, help = null, hoverTurn = 0, hoverTimer = 0;
  const pointers = new Map(), held = new Set();

  const at = (canvas, event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  function wheel(event) {
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1, [x] = at(parts.tracks, event);
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      rocpd.camera.zoom(2 ** (Math.max(-200, Math.min(200, event.deltaY * unit)) / (Math.abs(event.deltaY) < 30 ? 60 : 160)), x);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      rocpd.camera.pan((event.deltaX || event.deltaY) * unit);
    }
  }

  async function hover(x, y) {
    const turn = ++hoverTurn, {details, tracks, draw, camera} = rocpd;
    const placed = tracks.at(y, draw.scroll);
    if (placed?.row.type === 'counter') return details.tipOfCounter(placed.row, camera.time(x), x, y);
    const e = await rocpd.events.pick(x, y, draw.scroll).catch(() => null);
    if (turn === hoverTurn) details.hover(e, x, y);
    return undefined;
  }

  function stopHover() {
    hoverTurn++;
    clearTimeout(hoverTimer);
    rocpd.details.hover(null);
  }

  /* One finger moves, two zoom; vertical movement scrolls as usual. */
  function touch(event, p, x) {
    const all = [...pointers.values()];
    if (all.length === 2) {
      const other = all.find((q) => q !== p), apart = Math.abs(x - other.x), before = Math.abs(p.x - other.x);
      if (apart > 8 && before > 8) rocpd.camera.zoom(before / apart, (x + other.x) / 2);
    } else rocpd.camera.pan(p.x - x);
  }

  function down(event) {
    if (event.button > 1) return;
    const [x, y] = at(parts.tracks, event);
    parts.body.focus({preventScroll: true});
    parts.tracks.setPointerCapture(event.pointerId);
    const pan = event.shiftKey || event.button === 1 || event.pointerType === 'touch';
    pointers.set(event.pointerId, {x, y, x0: x, y0: y, pan, moved: false, touch: event.pointerType === 'touch'});
    if (event.button === 1) event.preventDefault();
    stopHover();
  }

  function move(event) {
    const [x, y] = at(parts.tracks, event), p = pointers.get(event.pointerId);
    rocpd.camera.pointer = event.pointerType === 'touch' ? undefined : x;
    rocpd.draw.request();
    if (!p) {
      clearTimeout(hoverTimer);
      hoverTimer = setTimeout(() => hover(x, y), 15);
      return;
    }
    if (!p.moved && Math.hypot(x - p.x0, y - p.y0) < CLICK) return;
    p.moved = true;
    if (p.touch) touch(event, p, x);
    else if (p.pan) rocpd.camera.pan(p.x - x);
    else rocpd.selection.drag(rocpd.camera.time(p.x0), rocpd.camera.time(x), p.y0, y);
    p.x = x, p.y = y;
  }

  async function up(event) {
    const p = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (!p) return;
    if (p.moved) {
      if (!p.pan) rocpd.selection.done();
      return;
    }
    if (event.type === 'pointercancel') return;
    const e = await rocpd.events.pick(p.x0, p.y0, rocpd.draw.scroll);
    if (e) await rocpd.details.select(e);
    else rocpd.details.clear();
  }

  /* Dragging along the ruler selects a part of time of all tracks. */
  function rulerDrag(canvas, change, end) {
    let from = null;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      [from] = at(canvas, event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (from !== null) change(from, at(canvas, event)[0]);
    });
    canvas.addEventListener('pointerup', (event) => {
      if (from !== null) end(from, at(canvas, event)[0]);
      from = null;
    });
    canvas.addEventListener('pointercancel', () => { from = null; });
  }

  function mapTo(a, b) {
    const {minimap, camera} = rocpd, half = (camera.to - camera.from) / 2, t = minimap.time(b);
    if (Math.abs(a - b) < CLICK) camera.set(t - half, t + half);
    else camera.set(Math.min(minimap.time(a), t), Math.max(minimap.time(a), t));
  }

  /* Zooms to the selection. */
  function focus() {
    const {selection, details, camera} = rocpd, e = details.selected, a = selection.area ?? (e && {from: e.start, to: Math.min(rocpd.events.end(e), rocpd.directory.span[1])});
    if (!a) return;
    const room = Math.max((a.to - a.from) * .1, 5);
    camera.glide(a.from - room, a.to + room);
    if (e && !selection.area) rocpd.timeline.reveal(e.track, e.lane, e.depth);
  }

  /* If nothing is selected: the first or last visible event. */
  async function neighbour(way) {
    const {selected} = rocpd.details, e = selected ? await rocpd.events.neighbour(selected, way) : (await rocpd.timeline.visible()).at(way > 0 ? 0 : -1);
    if (e) await rocpd.details.show(e);
  }

  const actions = {
    f: focus, '0': () => rocpd.timeline.whole(), '?': () => input.help(), '/': () => parts.field.focus(), ',': () => neighbour(-1), '.': () => neighbour(1),
    m: () => {
      const e = rocpd.details.selected;
      if (e) rocpd.selection.set(e.start, Math.min(rocpd.events.end(e), rocpd.directory.span[1]), [e.track]);
    },
    n: (event) => rocpd.search.step(event.shiftKey ? -1 : 1),
    '[': () => rocpd.details.follow(0), ']': () => rocpd.details.follow(1),
    escape: () => {
      if (help) return input.help(false);
      rocpd.selection.clear();
      rocpd.details.clear();
      rocpd.search.clear();
      return undefined;
    },
  };
  const SPEED = {w: ['zoom', -1], s: ['zoom', 1], a: ['pan', -1], d: ['pan', 1], arrowleft: ['pan', -1], arrowright: ['pan', 1]};

  function speeds() {
    const {speed} = rocpd.camera;
    speed.pan = speed.zoom = 0;
    for (const key of held) speed[SPEED[key][0]] += SPEED[key][1];
    speed.pan = Math.sign(speed.pan), speed.zoom = Math.sign(speed.zoom);
    rocpd.draw.request();
  }

  const typing = (event) => event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');

  function keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !parts.body.clientWidth) return;
    const key = event.key.toLowerCase();
    if (typing(event)) {
      if (event.target === parts.field && key === 'escape') parts.body.focus({preventScroll: true}), rocpd.search.clear();
      return;
    }
    if (SPEED[key]) {
      if (key.startsWith('arrow') && event.target !== parts.body && event.target !== document.body) return;
      event.preventDefault();
      if (!held.has(key)) held.add(key), speeds();
    } else if (Object.hasOwn(actions, key)) {
      event.preventDefault();
      Promise.resolve(actions[key](event)).catch((error) => rocpd.say?.(error.message));
    }
  }

  function keyUp(event) {
    const key = event.key.toLowerCase();
    if (!held.has(key)) return;
    rocpd.draw.now(); /* the key may have been held for less than a frame */
    held.delete(key), speeds();
  }

  input.help = (open = !help) => {
    help?.remove();
    help = null;
    if (!open) return parts.body.focus({preventScroll: true});
    help = rocpd.make('div', 'tl-help', parts.root, {role: 'dialog', 'aria-label': 'keys', tabindex: '-1'});
    const list = rocpd.make('dl', '', help);
    for (const [key, text] of KEYS) rocpd.make('dt', '', list).textContent = key, rocpd.make('dd', '', list).textContent = text;
    const close = rocpd.make('button', '', help, {type: 'button'});
    close.textContent = 'close';
    close.addEventListener('click', () => input.help(false));
    close.focus({preventScroll: true}); /* the button is below the list */
    return undefined;
  };

  input.begin = (given) => {
    parts = given;
    const {tracks, body} = parts;
    body.addEventListener('wheel', wheel, {passive: false});
    parts.ruler.addEventListener('wheel', wheel, {passive: false});
    tracks.addEventListener('pointerdown', down);
    tracks.addEventListener('pointermove', move);
    tracks.addEventListener('pointerup', (event) => up(event).catch((error) => rocpd.say?.(error.message)));
    tracks.addEventListener('pointercancel', (event) => pointers.delete(event.pointerId));
    tracks.addEventListener('pointerleave', () => {
      rocpd.camera.pointer = undefined;
      stopHover();
      rocpd.draw.request();
    });
    tracks.addEventListener('dblclick', focus);
    rulerDrag(parts.ruler, (a, b) => rocpd.selection.drag(rocpd.camera.time(a), rocpd.camera.time(b), null, null), (a, b) => {
      if (Math.abs(a - b) < CLICK) rocpd.selection.clear();
      else rocpd.selection.done();
    });
    rulerDrag(parts.map, mapTo, mapTo);
    document.addEventListener('keydown', keyDown);
    document.addEventListener('keyup', keyUp);
    self.addEventListener('blur', () => {
      held.clear();
      speeds();
    });
  };
}
