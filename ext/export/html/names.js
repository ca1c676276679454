/* The left column: the name of each visible row, with buttons to open, close and pin it. These are elements, not pixels, so that keyboards and screen
** readers reach them; only visible rows have them, as there may be thousands. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const names = rocpd.names = {};
  let box = null, shown = new Map(), layout = 0, last = '', editing = null; /* the field that replaces a name */

  function button(className, label, act) {
    const b = document.createElement('button');
    b.type = 'button', b.className = className;
    b.setAttribute('aria-label', label);
    b.addEventListener('click', act);
    return b;
  }

  function make(placed) {
    const {row} = placed, element = document.createElement('div'), text = document.createElement('span'), detail = document.createElement('small');
    element.className = `tl-name tl-${row.type}`;
    element.style.setProperty('--level', placed.pinned ? 0 : row.level);
    if (row.type === 'track' || row.type === 'counter' || row.children.length) {
      const open = button('tl-open', rocpd.format.visible(`${row.closed ? 'open' : 'close'} ${row.name}`.slice(0, 200)), () => rocpd.tracks.toggle(row));
      open.textContent = row.closed ? '▸' : '▾';
      open.setAttribute('aria-expanded', String(!row.closed));
      element.append(open);
    }
    text.textContent = rocpd.format.visible(row.name.slice(0, 300));
    text.className = 'tl-text';
    text.addEventListener('dblclick', () => rename(element, row));
    detail.textContent = rocpd.format.visible(row.detail.slice(0, 300));
    element.title = rocpd.format.visible([row.name, row.name === row.given ? '' : `named ${row.given} in the trace`, row.about, row.detail].filter(Boolean).join('\n').slice(0, 1000));
    element.append(text, detail);
    if (row.type === 'track' || row.type === 'counter') {
      const pin = button('tl-pin', rocpd.format.visible(`pin ${row.name}`.slice(0, 200)), () => rocpd.tracks.pin(row));
      pin.textContent = '⚲';
      pin.setAttribute('aria-pressed', String(row.pin));
      element.append(pin);
    }
    return element;
  }

  /* Replaces the name by a field: Enter takes its text, Escape cancels, an empty text restores the trace's own name. */
  function rename(element, row, value = row.name) {
    if (element.querySelector('input')) return;
    const text = element.querySelector('.tl-text'), field = document.createElement('input');
    let over = false;
    const end = (take) => {
      if (over) return;
      over = true, editing = null;
      field.replaceWith(text);
      focusRow(element);
      if (take && field.value !== row.name) rocpd.tracks.rename(row, field.value), rocpd.timeline.changed();
    };
    editing = {key: row.key, pinned: element.dataset.pinned, field, leave: () => { over = true; }};
    field.value = value, field.maxLength = 300;
    field.setAttribute('aria-label', rocpd.format.visible(`name of ${row.given}`.slice(0, 200)));
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.preventDefault(); /* the key must not reach the element that gets the focus next */
        end(event.key === 'Enter');
      }
      event.stopPropagation();
    });
    field.addEventListener('blur', () => end(true));
    text.replaceWith(field);
    field.select(), field.focus();
  }
  const focusRow = (element) => element.querySelector('button')?.focus({preventScroll: true});

  const isRow = ({key, pinned}) => (p) => p.row.key === key && String(p.pinned) === pinned;

  /* To the row above or below, which may not be on the screen yet. */
  function step({key, pinned}, way) {
    const list = rocpd.tracks.placed, next = list[list.findIndex(isRow({key, pinned})) + way];
    if (!next) return;
    rocpd.timeline.scrollTo(next);
    names.focus = {key: next.row.key, pinned: String(next.pinned), of: 'tl-open', stepped: true};
    last = '', rocpd.draw.request();
  }

  const showRow = (edited) => {
    const placed = rocpd.tracks.placed.find(isRow(edited));
    if (placed) rocpd.timeline.scrollTo(placed);
  };
  /* The window was resized, perhaps by an on-screen keyboard: editing continues. */
  function editAgain({key, pinned, field}) {
    const element = [...box.children].find((e) => e.dataset.key === key && e.dataset.pinned === pinned);
    editing = null;
    if (!element) return;
    rename(element, rocpd.tracks.row(key), field.value);
    editing.field.setSelectionRange(field.selectionStart, field.selectionEnd);
  }

  /* Arrows: to the next row; F2: rename; Alt with an arrow: the row itself moves. */
  function keyDown(event) {
    const element = event.target.closest('.tl-name'), row = element && rocpd.tracks.row(element.dataset.key), way = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!row || event.target.matches('input')) return;
    if (event.key === 'F2') rename(element, row);
    else if (event.altKey && way) rocpd.tracks.move(row, way), rocpd.timeline.changed();
    else if (way) step(element.dataset, way);
    else return;
    event.preventDefault();
  }

  names.begin = (element) => {
    box = element;
    box.addEventListener('keydown', keyDown);
  };
  /* Rows have moved, or have other buttons. */
  names.changed = () => {
    layout++;
    /* A button with the focus is made again: the new one gets the focus. */
    const active = document.activeElement, name = active && active.closest?.('.tl-name');
    names.focus = name && !editing && {key: name.dataset.key, pinned: name.dataset.pinned, of: active.className};
  };

  names.update = () => {
    const state = `${layout} ${rocpd.draw.scroll} ${rocpd.draw.height}`;
    if (state === last) return;
    const again = !last.startsWith(`${layout} `), {focus} = names, edited = again ? editing : null;
    let before = null; /* the order of elements is the order for Tab */
    last = state;
    if (edited) edited.leave(), showRow(edited);
    if (again) box.textContent = '', shown = new Map();
    const now = new Map();
    for (const p of rocpd.tracks.between(0, rocpd.draw.height, rocpd.draw.scroll)) {
      const key = `${p.pinned ? 'pinned ' : ''}${p.row.key}`;
      let element = shown.get(key);
      if (!element) {
        element = make(p);
        element.dataset.key = p.row.key, element.dataset.pinned = String(p.pinned);
        if (before) before.after(element);
        else box.prepend(element);
      }
      before = element;
      element.style.transform = `translateY(${rocpd.tracks.screenY(p, rocpd.draw.scroll)}px)`;
      element.style.height = `${p.row.height}px`;
      element.style.zIndex = p.pinned ? 2 : 1;
      now.set(key, element);
    }
    for (const [key, element] of shown) if (!now.has(key)) element.remove();
    shown = now;
    if (again && focus && (focus.stepped || document.activeElement === document.body)) { /* else the focus has moved elsewhere */
      const row = [...box.children].find((e) => e.dataset.key === focus.key && e.dataset.pinned === focus.pinned);
      (row?.querySelector(`.${focus.of}`) ?? row?.querySelector('button'))?.focus({preventScroll: true});
    }
    if (again) names.focus = null;
    if (edited) editAgain(edited);
  };
}
