/* The visible events as a list, for screen readers and for people who prefer to read. Made only while it is open. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const WAIT_MS = 250;
  let details = null, body = null, timer = 0, turn = 0;

  function row(event) {
    const {element, format} = rocpd, ended = Number.isFinite(event.duration), end = event.start + (ended ? event.duration : 0);
    const go = element('button', {type: 'button', 'aria-label': `Go to ${format.visible(event.name).slice(0, 80)}`, onclick: () => rocpd.timeline.go({start: event.start, end, track: event.track, lane: event.lane, event})}, '→');
    return element('tr', {}, element('td', {class: 'lead'}, go), element('td', {class: 'text'}, format.visible(String(event.trackName ?? event.track))),
      element('td', {class: 'text'}, format.visible(event.name)), element('td', {class: 'number', title: format.utc(event.start, rocpd.compare.of(event.track))}, format.time(event.start)),
      element('td', {class: 'number'}, ended ? format.span(event.duration) : 'has not ended'));
  }

  async function fill() {
    timer = 0;
    if (!details.open) return;
    const mine = ++turn, {element, format} = rocpd, view = rocpd.timeline.view(), events = await rocpd.timeline.visible();
    if (mine !== turn) return;
    const text = events.length ? `${format.count(events.length)} ${events.length === 1 ? 'event' : 'events'}` + (events.length >= 1000 ? ', the first ones; zoom in for others' : '') : 'No event';
    const head = ['', 'track', 'name', 'start', 'duration'].map((name) => name ? element('th', {scope: 'col'}, name) : element('td'));
    const buttons = () => [...body.querySelectorAll('button')], focused = buttons().indexOf(document.activeElement);
    body.replaceChildren(element('p', {class: 'about', role: 'status'}, `${text}, from ${format.time(view.from)} to ${format.time(view.to)}`),
      element('div', {class: 'scroll'}, element('table', {}, element('caption', {class: 'off-screen'}, 'Events that the timeline shows'), element('thead', {}, element('tr', {}, ...head)),
        element('tbody', {}, ...events.map(row)))));
    if (focused >= 0) buttons()[Math.min(focused, events.length - 1)]?.focus({preventScroll: true}); /* keyboard focus in the list is kept */
    body.setAttribute('data-ready', String(events.length));
  }

  function later() {
    body.removeAttribute('data-ready');
    clearTimeout(timer);
    timer = setTimeout(fill, WAIT_MS);
  }

  rocpd.listview = {
    start(element, container) {
      details = element, body = container;
      details.addEventListener('toggle', later);
      rocpd.timeline.on('change', later);
    },
  };
}
