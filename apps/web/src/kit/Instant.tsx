import type { ReactNode } from "react";
import { useFormat } from "./use-format.ts";

interface InstantProps {
  /** An ISO 8601 time. */
  iso: string;
  /** Shows how long ago it was at this time. */
  nowMs?: number;
  /** How it is shown. Default: date and time in the viewer's time zone. */
  children?: ReactNode;
}

/** A time, with the time in UTC as its tooltip. */
export function Instant({ iso, nowMs, children }: InstantProps) {
  const format = useFormat();
  return (
    <time dateTime={iso} title={format.utc(iso)}>
      {children ?? (nowMs === undefined ? format.dateTime(iso) : format.age(iso, nowMs))}
    </time>
  );
}
