export interface Bar {
  label: string;
  value: number;
  /** Highlighted. */
  isOurs: boolean;
}

const WIDTH = 720;
const LABEL_WIDTH = 150;
const VALUE_WIDTH = 80;
const ROW = 30;
const TOP = 44;

/** A horizontal bar chart as SVG, readable on light and dark backgrounds. */
export function drawBars(title: string, bars: readonly Bar[]): string {
  const largest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const rows = bars.map(({ label, value, isOurs }, index) => {
    const y = TOP + index * ROW;
    const width = ((WIDTH - LABEL_WIDTH - VALUE_WIDTH) * value) / largest;
    return [
      `<text x="${LABEL_WIDTH - 8}" y="${y + 15}" text-anchor="end">${escapeXml(label)}</text>`,
      `<rect x="${LABEL_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="20" rx="2" fill="${isOurs ? '#2f7ed8' : '#9aa5b1'}"/>`,
      `<text x="${(LABEL_WIDTH + width + 6).toFixed(1)}" y="${y + 15}">${value.toFixed(1)}</text>`,
    ].join('');
  });
  const height = TOP + bars.length * ROW + 6;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(title)}" font-family="sans-serif" font-size="13" fill="#6b7683">`,
    `<text x="8" y="22" font-size="15" font-weight="bold">${escapeXml(title)}</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
