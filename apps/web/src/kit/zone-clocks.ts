/** What clocks say now in several time zones: the earliest and the latest, and all hours. */
export function clocksIn(language: string, timeZones: readonly string[]) {
  const now = new Date();
  const clocks = timeZones.map((timeZone) => ({
    shown: new Intl.DateTimeFormat(language, { timeZone, hour: "numeric", minute: "2-digit" }).format(now),
    // 2026-12-01 09:24
    iso: new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now),
  }));
  clocks.sort((one, other) => one.iso.localeCompare(other.iso));
  const [first = "", last = ""] = [clocks[0]?.shown, clocks.at(-1)?.shown];
  return { first, last, hours: clocks.map(({ iso }) => Number(iso.slice("2026-12-01 ".length).slice(0, 2))) };
}
