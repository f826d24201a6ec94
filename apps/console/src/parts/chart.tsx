import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
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

/** Loaded late: it throws in browsers whose language is not a valid tag, such as `en-US@posix`. */
const loadPlots = () => import('uplot').then((module) => module.default);

export function Chart({ title, series, data, height = 180 }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const [plots, setPlots] = useState<{ Plot?: typeof uPlot; error?: unknown }>({});
  const { value: currentTheme } = theme;

  useEffect(() => {
    loadPlots().then(
      (Plot) => setPlots({ Plot }),
      (error: unknown) => setPlots({ error }),
    );
  }, []);

  useEffect(() => {
    const { Plot } = plots;
    if (Plot === undefined) return undefined;
    const element = box.current!;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line') }, ticks: { stroke: colour('--line') } };
    plot.current = new Plot(
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
            ...(kind === 'bars' ? { fill: colour(name), paths: Plot.paths.bars!({ size: [0.7, 40] }) } : {}),
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
  }, [plots, currentTheme, height, series.length]);

  useEffect(() => plot.current?.setData(data), [data]);

  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={box} role="img" aria-label={describe(title, series, data)} />
      {plots.error !== undefined && <p class="hint">{describe(title, series, data)}. This browser shows no charts.</p>}
    </figure>
  );
}

function describe(title: string, series: readonly Series[], data: uPlot.AlignedData): string {
  const last = series.map(({ label }, index) => `${label} ${data[index + 1]?.at(-1) ?? 0}`);
  return `${title}. Now: ${last.join(', ')}`;
}
