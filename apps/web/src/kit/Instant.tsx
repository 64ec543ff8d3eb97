import { useFormat } from "./use-format.ts";

/** An ISO 8601 time in the viewer's time zone. */
export function Instant({ iso }: { iso: string }) {
  const format = useFormat();
  return (
    <time dateTime={iso} title={format.utc(iso)}>
      {format.dateTime(iso)}
    </time>
  );
}
