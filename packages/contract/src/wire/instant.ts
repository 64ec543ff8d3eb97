import { z } from "zod";

/**
 * A time in ISO 8601 with a zone. A server reads a body or a query with `readWritten`, which also takes a date alone, a time without a
 * zone (both UTC) and a zone without a colon.
 */
export const Instant = z.iso.datetime({ offset: true, abort: true });

/** PostgreSQL rejects the year 0, offsets of 16 hours or more, and long fractions. */
const STORABLE = /^(?!0000)[^.Z+]{16,19}(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):\d\d)$/;

/** A time that the database searches by. */
export const StorableInstant = Instant.refine((text) => STORABLE.test(text), {
  error: "must be a time after the year 0, with at most 9 decimals and an offset below 16 hours",
});

const LOOSE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)? ?(Z|[+-]?\d\d:?\d\d|[+-]\d\d)?$/i;

/** The time in the form of `Instant`. A space before the zone is a decoded plus of an address. Other texts stay unchanged. */
export function withZone(text: string): string {
  const [, date, time = "00:00", seconds = ":00", zone = "Z"] = LOOSE.exec(text.trim()) ?? [];
  if (date === undefined) return text;
  return `${date}T${time}${seconds}${zoneOf(zone)}`;
}

function zoneOf(zone: string): string {
  if (/^z$/i.test(zone)) return "Z";
  const sign = zone.startsWith("-") ? "-" : "+";
  const digits = zone.replaceAll(/\D/g, "").padEnd(4, "0");
  return `${sign}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
