/** A line from number to number, with a dot for the latest; the numbers are there to be heard. */

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE] = [120, 26, 4];

/** @param {number[]} numbers at least one */
export function sparkline(numbers) {
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  const steps = Math.max(1, numbers.length - 1);
  const points = numbers.map((number, at) => {
    const height = lowest === highest ? 0.5 : (number - lowest) / (highest - lowest);
    return [EDGE + ((WIDTH - 2 * EDGE) * at) / steps, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * height].map((place) => place.toFixed(1));
  });
  const words = numbers.map((number) => number.toFixed(2)).join(", ");
  const [x, y] = points[points.length - 1];
  return drawn("svg", { class: "sparkline", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img", "aria-label": words }, [
    drawn("title", {}, [words]),
    drawn("polyline", { points: points.map(String).join(" ") }),
    drawn("circle", { cx: x, cy: y, r: 3 }),
  ]);
}

/** @param {string} name @param {Record<string, string|number>} attributes @param {(Node|string)[]} [parts] */
function drawn(name, attributes, parts = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...parts);
  return made;
}
