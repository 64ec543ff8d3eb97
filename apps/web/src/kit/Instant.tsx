import type { ReactNode } from "react";
import { useFormat } from "./use-format.ts";

interface InstantProps {
  /** An ISO 8601 time. */
  iso: string;
  /** How it is shown. Default: date and time in the viewer's time zone. */
  children?: ReactNode;
}

/** A time, with the time in UTC as its tooltip. */
export function Instant({ iso, children }: InstantProps) {
  const format = useFormat();
  return (
    <time dateTime={iso} title={format.utc(iso)}>
      {children ?? format.dateTime(iso)}
    </time>
  );
}
