/// <reference lib="dom" />
import type { Visited } from './console-browser';

export interface Frames {
  /** Milliseconds of scripts, layout and painting in a frame. */
  medianWorkMs: number;
  p95WorkMs: number;
  /** Milliseconds between frames; 16.7 at 60 Hz. */
  medianIntervalMs: number;
  /** Longest time without a frame. */
  longestMs: number;
}

/** Scrolls an element in every frame, to its end and back, and measures the frames. */
export function measureFrames(page: Visited['page'], selector: string, forMs: number): Promise<Frames> {
  return page.evaluate(
    async (name, ms) => {
      const work: number[] = [];
      const intervals: number[] = [];
      const startedAt = performance.now();
      let step = 240;
      let last = startedAt;
      await new Promise<void>((resolve) => {
        const frame = () => {
          const began = performance.now();
          intervals.push(began - last);
          last = began;
          const element = document.querySelector(name);
          if (element === null) throw new Error(`no ${name}`);
          if (element.scrollTop + element.clientHeight >= element.scrollHeight - 2) step = -240;
          else if (element.scrollTop <= 0) step = 240;
          element.scrollTop += step;
          const after = new MessageChannel();
          // Runs after this frame was rendered.
          after.port1.onmessage = () => {
            work.push(performance.now() - began);
            if (performance.now() - startedAt < ms) requestAnimationFrame(frame);
            else resolve();
          };
          after.port2.postMessage(undefined);
        };
        requestAnimationFrame(frame);
      });
      const at = (values: number[], share: number) =>
        values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
      return {
        medianWorkMs: at(work, 0.5),
        p95WorkMs: at(work, 0.95),
        medianIntervalMs: at(intervals, 0.5),
        longestMs: Math.max(...intervals),
      };
    },
    selector,
    forMs,
  );
}
