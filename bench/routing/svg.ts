/** A line chart as SVG, by hand: nothing but lines and words, no script, readable on light and dark pages alike. */
export interface LineChart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xMax: number;
  /** What is above is cut off, so that one hopeless line does not flatten the others. */
  readonly yMax: number;
  readonly lines: readonly ChartLine[];
}

export interface ChartLine {
  readonly label: string;
  readonly colour: string;
  readonly isDashed: boolean;
  /** Evenly spaced from 0 to `xMax`. */
  readonly values: readonly number[];
}

const WIDTH = 720;
const HEIGHT = 360;
const PLOT = { left: 64, top: 40, right: 560, bottom: 308 } as const;
const TICKS = 5;

export function drawLineChart(chart: LineChart): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escapeXml(chart.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(PLOT.left, 22, chart.title, 'font-size="14" font-weight="bold"'),
    ...axes(chart),
    `<clipPath id="plot"><rect x="${PLOT.left}" y="${PLOT.top}" width="${PLOT.right - PLOT.left}" height="${PLOT.bottom - PLOT.top}"/></clipPath>`,
    ...chart.lines.map((line) => polyline(line, chart.yMax)),
    ...chart.lines.flatMap(legend),
    '</svg>',
    '',
  ].join('\n');
}

function axes({ xLabel, yLabel, xMax, yMax }: LineChart): readonly string[] {
  const parts: string[] = [];
  for (let tick = 0; tick <= TICKS; tick += 1) {
    const share = tick / TICKS;
    const y = yOf(share);
    const x = xOf(share);
    parts.push(
      `<line x1="${PLOT.left}" y1="${y}" x2="${PLOT.right}" y2="${y}" stroke="#dddddd"/>`,
      text(PLOT.left - 8, y + 4, label(share * yMax), 'text-anchor="end"'),
      text(x, PLOT.bottom + 18, label(share * xMax), 'text-anchor="middle"'),
    );
  }
  const middle = (PLOT.top + PLOT.bottom) / 2;
  return [
    ...parts,
    text((PLOT.left + PLOT.right) / 2, HEIGHT - 12, xLabel, 'text-anchor="middle"'),
    text(14, middle, yLabel, `text-anchor="middle" transform="rotate(-90 14 ${middle})"`),
  ];
}

function polyline({ values, colour, isDashed }: ChartLine, yMax: number): string {
  const points = values.map((value, index) => {
    // One line beyond the edge is enough; coordinates far outside only make the file longer.
    const share = Math.min(1.1, Math.max(-0.1, value / yMax));
    return `${round(xOf(index / (values.length - 1)))},${round(yOf(share))}`;
  });
  const dash = isDashed ? ' stroke-dasharray="5 4"' : '';
  return `<polyline clip-path="url(#plot)" fill="none" stroke="${colour}" stroke-width="2"${dash} points="${points.join(' ')}"/>`;
}

function legend({ label: name, colour, isDashed }: ChartLine, index: number): readonly string[] {
  const y = PLOT.top + 12 + index * 22;
  const x = PLOT.right + 16;
  const dash = isDashed ? ' stroke-dasharray="5 4"' : '';
  return [
    `<line x1="${x}" y1="${y}" x2="${x + 24}" y2="${y}" stroke="${colour}" stroke-width="2"${dash}/>`,
    text(x + 32, y + 4, name, ''),
  ];
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="#222222"${attributes === '' ? '' : ` ${attributes}`}>${escapeXml(content)}</text>`;
}

function xOf(share: number): number {
  return PLOT.left + share * (PLOT.right - PLOT.left);
}

function yOf(share: number): number {
  return PLOT.bottom - share * (PLOT.bottom - PLOT.top);
}

function label(value: number): string {
  return value >= 10 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
