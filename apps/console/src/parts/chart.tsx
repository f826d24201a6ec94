import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme } from './theme';

export interface Series {
  label: string;
  /** Name of a colour token, such as `--done`. */
  colour: string;
  kind?: 'line' | 'bars';
}

interface ChartProps {
  title: string;
  series: readonly Series[];
  /** Seconds since 1970, then one list for each series. */
  data: uPlot.AlignedData;
  height?: number;
}

export function Chart({ title, series, data, height = 180 }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const { value: currentTheme } = theme;

  useEffect(() => {
    const element = box.current!;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line') }, ticks: { stroke: colour('--line') } };
    plot.current = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { live: false },
        cursor: { drag: { x: false, y: false } },
        axes: [axis, { ...axis, size: 56 }],
        scales: { y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
        series: [
          {},
          ...series.map(({ label, colour: name, kind }) => ({
            label,
            stroke: colour(name),
            width: 2,
            points: { show: false },
            ...(kind === 'bars' ? { fill: colour(name), paths: uPlot.paths.bars!({ size: [0.7, 40] }) } : {}),
          })),
        ],
      },
      data,
      element,
    );
    const resize = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.current?.destroy();
    };
  }, [currentTheme, height, series.length]);

  useEffect(() => plot.current?.setData(data), [data]);

  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={box} role="img" aria-label={describe(title, series, data)} />
    </figure>
  );
}

function describe(title: string, series: readonly Series[], data: uPlot.AlignedData): string {
  const last = series.map(({ label }, index) => `${label} ${data[index + 1]?.at(-1) ?? 0}`);
  return `${title}. Now: ${last.join(', ')}`;
}
