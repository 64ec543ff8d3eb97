import type { TimeWindow } from "@callwright/contract";
import { clockOf, type LocalClock, type LocalTime } from "../../platform/local-clock.ts";

const DAY_MS = 86_400_000;
/** A weekday comes again within this many days. */
const SEARCHED_DAYS = 8;

/**
 * When the window is open in all of these time zones, from `now` on: `now` itself, or the next time. Undefined: never within a week, or no
 * time zone is known.
 */
export function nextOpening(window: TimeWindow, timeZones: readonly string[], now: Date): Date | undefined {
  const clocks = (window.timeZone === undefined ? timeZones : [window.timeZone]).map(clockOf);
  if (clocks.length === 0) return undefined;
  const isOpen = (at: Date) => clocks.every((clock) => isInside(window, clock(at)));
  if (isOpen(now)) return now;
  // All are open for the first time when the last of them opens.
  const openings = clocks.flatMap((clock) =>
    Array.from({ length: SEARCHED_DAYS }, (_, day) => openingOn(window, clock, new Date(now.getTime() + day * DAY_MS))),
  );
  return openings
    .filter((at) => at > now)
    .sort((one, other) => one.getTime() - other.getTime())
    .find(isOpen);
}

function isInside({ from, until, days }: TimeWindow, { day, time }: LocalTime): boolean {
  return time >= from && time < until && (days === undefined || days.includes(day));
}

/** When the window opens on the local day of `on`. */
function openingOn({ from }: TimeWindow, clock: LocalClock, on: Date): Date {
  const [hours = 0, minutes = 0] = from.split(":").map(Number);
  const local = new Date(clock(on).localMs);
  const wantedMs = local.setUTCHours(hours, minutes, 0, 0);
  let at = new Date(wantedMs);
  // Repeated, because the first guess may be on the other side of a clock change.
  for (let round = 0; round < 2; round++) at = new Date(at.getTime() + wantedMs - clock(at).localMs);
  return at;
}
