const ZONE =
  /\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?\b/;

/** Midnight, in UTC, of the day it is in the time zone that the prompt names ("America/New_York"), else in UTC, like the platform's `{{ date }}`. */
export function callerDay(now: Date, prompt: string): Date {
  const zone = ZONE.exec(prompt)?.[0];
  const [year = 0, month = 1, day = 1] = dateIn(zone ?? "UTC", now)
    .split("-")
    .map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}

function dateIn(timeZone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
  } catch {
    return now.toISOString().slice(0, 10);
  }
}
