import { useFormat } from "../../app/use-format.ts";

/** A time of a thing, ISO 8601, as the viewer's clock has it. */
export function Instant({ iso }: { iso: string }) {
  const format = useFormat();
  return (
    <time dateTime={iso} title={format.utc(iso)}>
      {format.dateTime(iso)}
    </time>
  );
}
