import { z } from "zod";

/** Accepts names like `Europe/Vienna`. No offsets: PostgreSQL reads the sign of `+02:00` the other way around. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const TimeZone = z.string().max(100).refine(isTimeZone, { error: "must be a time zone like Europe/Vienna" });
