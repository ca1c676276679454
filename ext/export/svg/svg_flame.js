/* A flame graph in a browser: a click zooms, the field searches, "reset" or Escape undoes both. Without this the picture stands as it is. */
(function () {
  'use strict';
  var svg = document.currentScript ? document.currentScript.ownerSVGElement : document.documentElement;
  var board = svg.querySelector('#frames'), whole = Number(board.getAttribute('data-all')), details = svg.querySelector('#details');
  var zoomed = null, field = null, found = null;
  var frames = Array.prototype.map.call(board.querySelectorAll('.frame'), function (g, i) {
    var box = g.querySelector('svg'), title = g.querySelector('title').textContent, end = title.lastIndexOf('\n');
    g.setAttribute('data-i', i);
    g.setAttribute('tabindex', 0);
    return {
      g: g, box: box, name: title.slice(0, end), figures: title.slice(end + 1), label: box.querySelector('text'), depth: Number(g.getAttribute('data-depth')),
      at: Number(g.getAttribute('data-at')), value: Number(g.getAttribute('data-value'))
    };
  });

  function within(f, around) { return f.at >= around.at && f.at + f.value <= around.at + around.value; }

  /* As much of the name as there is room for. */
  function write(f, pixels) {
    var room = Math.floor((pixels - 6) / 7), text = room < 2 ? '' : f.name.length > room ? f.name.slice(0, room - 1) + '\u2026' : f.name;
    if (!f.label && text) {
      f.label = document.createElementNS(svg.namespaceURI, 'text');
      f.label.setAttribute('x', 3);
      f.label.setAttribute('y', 13);
      f.box.appendChild(f.label);
    }
    if (f.label && f.label.textContent !== text) f.label.textContent = text;
  }

  /* Boxes in the zoomed one's range: that and what is below it, and what is around it as wide as all. */
  function draw() {
    var width = svg.getBoundingClientRect().width, from = zoomed ? zoomed.at : 0, all = zoomed ? zoomed.value : whole;
    frames.forEach(function (f) {
      var above = zoomed && f.depth < zoomed.depth && within(zoomed, f), inside = !zoomed || (f.depth >= zoomed.depth && within(f, zoomed));
      var left = above ? 0 : 100 * (f.at - from) / all, wide = above ? 100 : 100 * f.value / all, shown = above || (inside && wide >= 0.05);
      f.g.style.display = shown ? 'inline' : 'none';
      f.g.classList.toggle('above', Boolean(above));
      if (!shown) return;
      f.box.setAttribute('x', left.toFixed(4) + '%');
      f.box.setAttribute('width', wide.toFixed(4) + '%');
      write(f, width * wide / 100);
    });
  }

  /* What is within a box that was found is not counted again. Boxes stand in the order in which they lie, outer ones first. */
  function search(text) {
    var wanted, sum = 0, boxes = 0, end = -1;
    try { wanted = text && new RegExp(text, 'i'); } catch (e) { wanted = new RegExp(text.replace(/[^\w ]/g, '\\$&'), 'i'); }
    frames.forEach(function (f) {
      var hit = Boolean(wanted) && wanted.test(f.name);
      f.g.classList.toggle('found', hit);
      if (!hit) return;
      boxes++;
      if (f.at >= end) sum += f.value, end = f.at + f.value;
    });
    found = wanted ? boxes + (boxes === 1 ? ' box, ' : ' boxes, ') + (100 * sum / whole).toFixed(2) + ' % of all' : '';
    details.textContent = found;
  }

  function zoom(f) {
    zoomed = f && f.depth ? f : f && f.value < whole ? f : null;
    draw();
  }

  function reset() {
    if (field) field.value = '';
    search('');
    zoom(null);
  }

  function frame_of(event) {
    var g = event.target.closest ? event.target.closest('.frame') : null;
    return g ? frames[Number(g.getAttribute('data-i'))] : null;
  }

  function add_controls() {
    var html = 'http://www.w3.org/1999/xhtml', place = document.createElementNS(svg.namespaceURI, 'foreignObject'), bar = document.createElementNS(html, 'div');
    var button = document.createElementNS(html, 'button');
    place.setAttribute('x', '50%');
    place.setAttribute('y', 2);
    place.setAttribute('width', '50%');
    place.setAttribute('height', 26);
    bar.setAttribute('style', 'text-align:right;padding-right:6px;white-space:nowrap;color-scheme:light dark');
    field = document.createElementNS(html, 'input');
    field.setAttribute('type', 'search');
    field.setAttribute('placeholder', 'search');
    field.setAttribute('aria-label', 'search names');
    field.setAttribute('style', 'width:12em;max-width:60%');
    button.textContent = 'reset';
    field.addEventListener('input', function () { search(field.value); });
    button.addEventListener('click', reset);
    bar.appendChild(field);
    bar.appendChild(button);
    place.appendChild(bar);
    svg.appendChild(place);
  }

  board.addEventListener('click', function (event) { zoom(frame_of(event)); });
  board.addEventListener('mouseover', function (event) {
    var f = frame_of(event);
    details.textContent = f ? f.name + ': ' + f.figures : found;
  });
  board.addEventListener('mouseleave', function () { details.textContent = found; });
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') reset();
    else if (event.key === 'Enter' && frame_of(event)) zoom(frame_of(event));
  });
  window.addEventListener('resize', draw);
  add_controls();
  draw();
})();
