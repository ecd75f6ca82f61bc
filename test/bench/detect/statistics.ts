/** Wilson score interval for a share, 95 %. */
export function interval(hits: number, of: number): readonly [low: number, high: number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = hits / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const reach = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

export function shareText(hits: number, of: number): string {
  if (of === 0) return '–';
  const [low, high] = interval(hits, of);
  return `${(hits / of).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]  ${hits}/${of}`;
}

export interface Point {
  readonly name: string;
  readonly falseRate: number;
  readonly hitRate: number;
}

/** A receiver operating characteristic as SVG: one line per series, the false rate on a root scale as it is small. */
export function rocSvg(series: readonly { readonly name: string; readonly points: readonly Point[] }[]): string {
  const [width, height, margin] = [640, 420, 60];
  const x = (rate: number): number => margin + Math.sqrt(rate) * (width - 2 * margin);
  const y = (rate: number): number => height - margin - rate * (height - 2 * margin);
  const colours = ['#1b6ca8', '#c8553d', '#588157', '#7b2d8b', '#b08900', '#444444'];
  const number = (value: number): string => value.toFixed(1);
  const ticks = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...ticks.map(
      (tick) =>
        `<line x1="${number(x(tick))}" y1="${y(0)}" x2="${number(x(tick))}" y2="${y(1)}" stroke="#ddd"/><text x="${number(x(tick))}" y="${height - margin + 18}" text-anchor="middle">${tick}</text>`,
    ),
    ...[0, 0.25, 0.5, 0.75, 0.95, 1].map(
      (tick) =>
        `<line x1="${margin}" y1="${number(y(tick))}" x2="${width - margin}" y2="${number(y(tick))}" stroke="#ddd"/><text x="${margin - 8}" y="${number(y(tick) + 4)}" text-anchor="end">${tick}</text>`,
    ),
    `<text x="${width / 2}" y="${height - 12}" text-anchor="middle">benign runs flagged (root scale)</text>`,
    `<text x="16" y="${height / 2}" transform="rotate(-90 16 ${height / 2})" text-anchor="middle">carried orders found</text>`,
    ...series.map(({ name, points }, index) => {
      const colour = colours[index % colours.length]!;
      const line = points.map((point) => `${number(x(point.falseRate))},${number(y(point.hitRate))}`).join(' ');
      const dots = points
        .map(
          (point) =>
            `<circle cx="${number(x(point.falseRate))}" cy="${number(y(point.hitRate))}" r="3" fill="${colour}"><title>${name}, ${point.name}</title></circle>`,
        )
        .join('');
      return `<polyline points="${line}" fill="none" stroke="${colour}"/>${dots}<text x="${width - margin - 150}" y="${margin + 180 + index * 16}" fill="${colour}">${name}</text>`;
    }),
    '</svg>',
    '',
  ].join('\n');
}
