import { z } from "zod";

/** Whether this machine knows the time zone, as `Europe/Berlin`. An offset is none: PostgreSQL reads the sign of `+02:00` the other way around. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const TimeZone = z.string().max(100).refine(isTimeZone, { error: "must be a time zone like Europe/Berlin" });

export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day like 09:30");
