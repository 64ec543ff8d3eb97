import { isTimeZone } from "@callwright/contract";
import { z } from "zod";

const MINUTE_MS = 60_000;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/i;

/** A time in ISO 8601, with its offset or local to a time zone. */
export const dateTime = (description: string) =>
  z
    .string()
    .trim()
    .refine((text) => (LOCAL.test(text) || WITH_OFFSET.test(text)) && !Number.isNaN(Date.parse(text)), {
      message: "must be a time in ISO 8601, like 2026-11-30T14:00:00",
    })
    .meta({ description: `${description}, in ISO 8601, like 2026-11-30T14:00:00` });

export const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, { message: "must be a time zone, like Europe/Berlin" })
  .default("UTC")
  .meta({ description: "The time zone of the times, like Europe/Berlin. Default: UTC" });

/** The instant of a time: with its own offset, or else with the time zone's offset at that time. */
export function instantOf(time: string, zone: string): Date {
  if (WITH_OFFSET.test(time)) return new Date(time);
  const asUtc = Date.parse(`${time.replace(" ", "T")}Z`);
  // The offset at a clock change is found by a second look.
  const guess = asUtc - offsetMs(asUtc, zone);
  return new Date(asUtc - offsetMs(guess, zone));
}

/** With the offset of the zone: `2026-11-30T14:00:00+01:00`. */
export function zonedTime(instant: Date, zone: string): string {
  const offset = offsetMs(instant.getTime(), zone);
  const minutes = Math.abs(Math.round(offset / MINUTE_MS));
  const two = (value: number) => String(value).padStart(2, "0");
  const suffix = offset === 0 ? "Z" : `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${new Date(instant.getTime() + offset).toISOString().slice(0, 19)}${suffix}`;
}

/** For people: `Monday, 30 November 2026, 14:00`. */
export function spokenTime(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "full", timeStyle: "short" });
  return parts.format(instant).replace(" at ", ", ");
}

function offsetMs(atMs: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(atMs);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
