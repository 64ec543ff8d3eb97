import { useMemo } from "react";
import { useTranslation } from "react-i18next";

const STEPS = [
  { unit: "second", ms: 1000 },
  { unit: "minute", ms: 60_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "day", ms: 86_400_000 },
] as const;
/** Past this an age is less telling than a date. */
const OLDEST_AGE_MS = 30 * 86_400_000;

/** Dates and ages in the viewer's zone and language. Times come in as ISO 8601. */
export function useFormat() {
  const { i18n } = useTranslation();
  return useMemo(() => createFormat(i18n.language), [i18n.language]);
}

export function createFormat(language: string) {
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const dateTimeSeconds = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const age = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "long" });
  return {
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    /** For things that may happen twice in a minute. */
    dateTimeSeconds: (iso: string) => dateTimeSeconds.format(new Date(iso)),
    /** "5 minutes ago"; a date when it is long ago. */
    age: (iso: string, nowMs: number) => {
      const pastMs = Math.max(0, nowMs - Date.parse(iso));
      if (pastMs >= OLDEST_AGE_MS) return date.format(new Date(iso));
      const step = STEPS.findLast(({ ms }) => pastMs >= ms) ?? STEPS[0];
      return age.format(-Math.floor(pastMs / step.ms), step.unit);
    },
    /** "2026-11-21 13:05:09 UTC", for those who compare with a log. */
    utc: (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`,
  };
}
