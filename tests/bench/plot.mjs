// One curve or several as an SVG, both axes logarithmic: a straight line is a power of N, its slope the power.

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 320, 64, 40, 36, 130];
const COLOURS = ["#c2410c", "#1d4ed8", "#15803d"];

export function plot({ title, series }) {
  const points = Object.values(series).flat();
  const decades = (values) => [Math.floor(Math.log10(Math.min(...values)) + 1e-9), Math.ceil(Math.log10(Math.max(...values)) - 1e-9)];
  const [[x0, x1], [y0, y1]] = [decades(points.map(([n]) => n)), decades(points.map(([, value]) => value))];
  const x = (n) => LEFT + ((Math.log10(n) - x0) / Math.max(1, x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - ((Math.log10(value) - y0) / Math.max(1, y1 - y0)) * (HEIGHT - BOTTOM - TOP);
  const text = (at, down, words, more = "") => `<text x="${at.toFixed(1)}" y="${down.toFixed(1)}" ${more}>${words}</text>`;
  const line = (ax, ay, bx, by) => `<line x1="${ax}" y1="${ay}" x2="${bx}" y2="${by}" stroke="#d4d4d8"/>`;
  const ticks = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
  const label = (value) => Number(value.toPrecision(1)).toLocaleString("en", { maximumFractionDigits: 6 });
  const grid = [
    ...ticks(x0, x1).map((n) => line(x(n), TOP, x(n), HEIGHT - BOTTOM) + text(x(n), HEIGHT - BOTTOM + 18, label(n), 'text-anchor="middle"')),
    ...ticks(y0, y1).map((s) => line(LEFT, y(s), WIDTH - RIGHT, y(s)) + text(LEFT - 6, y(s) + 4, `${label(s)} s`, 'text-anchor="end"')),
  ];
  const lines = Object.entries(series).map(([name, values], at) => {
    const [last, colour] = [values.at(-1), COLOURS[at % COLOURS.length]];
    const dots = values.map(([n, value]) => `<circle cx="${x(n).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3.5" fill="${colour}"/>`);
    const path = values.map(([n, value]) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}` +
      text(x(last[0]) + 8, y(last[1]) + 4, name, `fill="${colour}"`);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${text(LEFT, 20, title, 'font-size="14" font-weight="600"')}
${[...grid, ...lines].join("\n")}
</svg>
`;
}
