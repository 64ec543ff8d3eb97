const CURRENCIES: Record<string, string> = { "€": "euros", "£": "pounds", "¥": "yen" };
const DAYS: Record<string, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
const DAY = "mon|tue|wed|thu|fri|sat|sun";
const NOON = 12;

/**
 * Rewrites text that flite reads badly: it skips € and £, reads 19:00 as "nineteen" and a dash between two times not at all. It reads 7:30, $12.50,
 * 10%, &, 1st, 1/2 and addresses well, so they stay.
 */
export function speakable(text: string): string {
  return text
    .replace(/[*_`#~|<>]+/g, " ")
    .replace(/\p{Extended_Pictographic}/gu, " ")
    .replace(/([€£¥])\s?(\d[\d.,]*\d|\d)/g, (_, sign: string, amount: string) => `${amount} ${CURRENCIES[sign]}`)
    .replace(/(\d)\s?([€£¥])/g, (_, digit: string, sign: string) => `${digit} ${CURRENCIES[sign]}`)
    .replace(/(\d)\s*[–—-]\s*(?=\d{1,2}:\d\d)/g, "$1 to ")
    .replace(/(\d)\s*[–—]\s*(?=\d)/g, "$1 to ")
    .replace(new RegExp(`\\b(${DAY})\\b\\.?\\s*[–—-]\\s*(?=(${DAY}))`, "gi"), "$1 to ")
    .replace(new RegExp(`\\b(${DAY})\\b\\.?(?=\\s|,|:|$)`, "gi"), (written, day: string) =>
      /^[A-Z]/.test(written) ? (DAYS[day.toLowerCase()] ?? written) : written,
    )
    .replace(/\b([01]?\d|2[0-4]):([0-5]\d)(?!:?\d)(\s*[ap]\.?m\b)?/gi, spokenTime)
    .replace(/[ \t]+/g, " ")
    .trim();
}

/** "7:30" stays, "19:00" becomes "7 PM", "8:00" becomes "8 o'clock". */
function spokenTime(written: string, hours: string, minutes: string, half: string | undefined): string {
  const hour = Number(hours);
  if (half || (hour <= NOON && minutes !== "00")) return written;
  if (hour > NOON) return `${hour - NOON}${minutes === "00" ? "" : `:${minutes}`} ${hour === 2 * NOON ? "AM" : "PM"}`;
  return hour === 0 ? "midnight" : hour === NOON ? "noon" : `${hour} o'clock`;
}
