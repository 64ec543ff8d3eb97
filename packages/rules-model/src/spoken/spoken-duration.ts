import { type Found, find, type Heard } from "./heard.ts";

const MINUTES: Record<string, number> = {
  second: 1 / 60,
  minute: 1,
  hour: 60,
  day: 1440,
  night: 1440,
  week: 10_080,
  month: 43_200,
  year: 525_600,
};
const UNIT = `(?<unit>${Object.keys(MINUTES).join("|")})s?`;

/** Reads a length of time in minutes: "an hour and a half", "90 minutes", "2 nights". */
export function readDuration(heard: Heard): Found<number> | undefined {
  const times = (unit: string | undefined, count: number) => count * (MINUTES[unit ?? ""] ?? 0);
  return (
    find(heard, /\b(?:3 quarters of an hour)\b/, () => 45) ??
    find(heard, /\b(?:half an? hour|a half hour)\b/, () => 30) ??
    find(heard, /\b(?:a |an )?quarter (?:of an )?hour\b/, () => 15) ??
    find(
      heard,
      new RegExp(`\\b(?<count>\\d+(?:\\.\\d+)?|an?) (?:${UNIT} and a half|and a half (?<unit2>hour|day|week|year)s?)\\b`),
      ({ groups }) => times(groups?.unit ?? groups?.unit2, (Number(groups?.count) || 1) + 0.5),
    ) ??
    find(heard, new RegExp(`\\b(?<count>\\d+(?:\\.\\d+)?|an?) ${UNIT}\\b`), ({ groups }) =>
      times(groups?.unit, Number(groups?.count) || 1),
    )
  );
}

/** An ISO 8601 duration: "PT1H30M". */
export function isoDuration(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const rest = Math.round(minutes % 60);
  const time = `${hours > 0 ? `${hours}H` : ""}${rest > 0 ? `${rest}M` : ""}`;
  if (days === 0) return `PT${time || "0M"}`;
  return `P${days}D${time === "" ? "" : `T${time}`}`;
}
