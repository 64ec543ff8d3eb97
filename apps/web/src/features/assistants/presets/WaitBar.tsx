import css from "../../../kit/latency/latency.module.css";
import type { PartTime } from "./expected.ts";
import classes from "./setups.module.css";

interface WaitBarProps {
  times: readonly PartTime[];
  /** Milliseconds that fill the whole width. */
  scaleMs: number;
  /** Milliseconds before the bar begins. */
  fromMs?: number;
  /** The way to the caller, at the end. */
  transportMs?: number | undefined;
}

/** Parts of an expected wait on a scale that several bars share. A decoration: the figures stand beside it. */
export function WaitBar({ times, scaleMs, fromMs = 0, transportMs = 0 }: WaitBarProps) {
  const segments = [
    ...times.flatMap((time) => time.segments),
    ...(transportMs > 0 ? [{ name: "transport" as const, durationMs: transportMs }] : []),
  ];
  const percent = (ms: number) => `${scaleMs > 0 ? (100 * ms) / scaleMs : 0}%`;
  return (
    <span className={classes.bar} aria-hidden="true" style={{ paddingLeft: percent(fromMs) }}>
      {segments.map(({ name, durationMs }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their place
        <i key={index} className={css[name]} style={{ width: percent(durationMs) }} />
      ))}
    </span>
  );
}
