// Where things are in a picture, in its own coordinates. Read off transforms where that is enough: measuring takes long.

const NS = "http://www.w3.org/2000/svg";

export const identity = () => document.createElementNS(NS, "svg").createSVGMatrix();

export function ownMatrix(element) {
  return Array.from(element.transform?.baseVal ?? [], (each) => each.matrix).reduce((all, each) => all.multiply(each), identity());
}

/** From an element's own coordinates to those of the picture. */
export function matrixOf(element) {
  let matrix = ownMatrix(element);
  for (let up = element.parentNode; up && up !== element.ownerSVGElement; up = up.parentNode) matrix = ownMatrix(up).multiply(matrix);
  return matrix;
}

export function origin(element) {
  const { e, f } = matrixOf(element);
  return { x: e, y: f };
}

/** How many times its size something is drawn by its own transform. */
export function scaleOf(element) {
  const { a, b } = ownMatrix(element);
  return Math.hypot(a, b);
}

const centred = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width, height });

/** What is drawn, as its middle and its size, in the picture's coordinates. What has a place of its own is drawn around it. */
export function extent(element) {
  const { x, y, width, height } = element.getBBox();
  const { a, b, c, d, e, f } = matrixOf(element);
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]];
  const [across, down] = [corners.map(([u, v]) => a * u + c * v + e), corners.map(([u, v]) => b * u + d * v + f)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const found = centred({ x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top });
  return element.hasAttribute("transform") ? { ...found, x: e, y: f } : found;
}

export const css = (m) => `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f})`;

/** An element's own transform with `change` (a matrix in the picture's coordinates) done to it. */
export function changed(element, change) {
  const around = matrixOf(element.parentNode);
  return css(around.inverse().multiply(change).multiply(around).multiply(ownMatrix(element)));
}

/** An element's own transform with a shift, given in the picture's coordinates, put before it; and without it. */
export function shifted(element, across, down) {
  return [changed(element, identity().translate(across, down)), css(ownMatrix(element))];
}

export function drawn(tag, attributes = {}, ...inside) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}
