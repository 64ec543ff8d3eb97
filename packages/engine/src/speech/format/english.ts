import { ToWords } from "to-words/en-US";

const english = new ToWords();

/** 1205 → "one thousand two hundred five"; 12.5 → "twelve point five". */
const cardinal = (value: number): string => english.convert(value).toLowerCase();

/** 21 → "twenty first". */
const ordinal = (value: number): string => english.toOrdinal(value).toLowerCase();

/** Each digit by its name. Other characters are left out. */
const digits = (text: string): string => [...text.replace(/\D/g, "")].map((digit) => cardinal(Number(digit))).join(" ");

/** 1995 → "nineteen ninety five", 1905 → "nineteen oh five", 2005 → "two thousand five", 2026 → "twenty twenty six". */
function year(value: number): string {
  if (value < 1100 || value > 2099 || (value >= 2000 && value < 2010)) return cardinal(value);
  const rest = value % 100;
  const ending = rest === 0 ? "hundred" : rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest);
  return `${cardinal(Math.floor(value / 100))} ${ending}`;
}

/** "1,250.50" → 1250.5. */
const numberOf = (text: string): number => Number(text.replaceAll(",", ""));

/** Formatters for English: text that voices often misread is written out. */

const NUMBER = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?";
const plural = (value: number, unit: string) => (value === 1 ? unit.replace(/s\b/, "") : unit);

export const email = (text: string): string =>
  text.replace(/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, (address) =>
    address
      .replaceAll("@", " at ")
      .replaceAll(".", " dot ")
      .replaceAll("_", " underscore ")
      .replaceAll("-", " dash ")
      .replaceAll("+", " plus "),
  );

/** North American numbers and international ones: digit by digit, in their groups. */
export const phoneNumber = (text: string): string =>
  text.replace(
    /(?<![\w.-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)|\d{3,4})[ .-]\d{3,4}(?:[ .-]\d{2,4})+(?![\w-])|(?<!\w)\+\d{1,3}(?:[ .-]\d{2,8}){2,4}(?!\w)|(?<!\w)\+\d{8,15}(?!\w)/g,
    (number) => {
      const groups = number.split(/\D+/).filter((group) => group !== "");
      const plus = number.startsWith("+") ? "plus " : "";
      return `${plus}${groups.map(digits).join(", ")}`;
    },
  );

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?\\.?`).join("|");
const spokenDate = (month: number, day: number, ofYear: number | undefined) =>
  `${MONTHS[month - 1]} ${ordinal(day)}${ofYear === undefined ? "" : `, ${year(ofYear)}`}`;
const isDay = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;

/** 2026-03-05, 3/5/2026 (month first) and "March 5, 2026". */
export const date = (text: string): string =>
  text
    .replace(/\b(\d{4})-(\d{2})-(\d{2})\b/g, (written, ofYear: string, month: string, day: string) =>
      isDay(Number(month), Number(day)) ? spokenDate(Number(month), Number(day), Number(ofYear)) : written,
    )
    .replace(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (written, month: string, day: string, ofYear: string) =>
      isDay(Number(month), Number(day)) ? spokenDate(Number(month), Number(day), Number(ofYear)) : written,
    )
    .replace(
      new RegExp(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, "g"),
      (written, name: string, day: string, ofYear: string | undefined) => {
        const month = MONTHS.findIndex((full) => full.startsWith(name.slice(0, 3))) + 1;
        return isDay(month, Number(day))
          ? spokenDate(month, Number(day), ofYear === undefined ? undefined : Number(ofYear))
          : written;
      },
    );

/** "14:30" → "two thirty PM", "9:05 am" → "nine oh five AM". */
export const time = (text: string): string =>
  text.replace(
    /\b([01]?\d|2[0-3]):([0-5]\d)(?!:?\d)(?:\s?([ap])\.?m\b\.?)?/gi,
    (_written, hours: string, minutes: string, half?: string) => {
      const hour = Number(hours);
      const part = half ? `${half.toUpperCase()}M` : hour >= 12 ? "PM" : hours.startsWith("0") || hour === 0 ? "AM" : undefined;
      const spokenHour = cardinal(hour % 12 === 0 ? 12 : hour % 12);
      const spokenMinutes =
        minutes === "00"
          ? part
            ? ""
            : " o'clock"
          : minutes.startsWith("0")
            ? ` oh ${cardinal(Number(minutes))}`
            : ` ${cardinal(Number(minutes))}`;
      return `${spokenHour}${spokenMinutes}${part ? ` ${part}` : ""}`;
    },
  );

export const dollarAmount = (text: string): string =>
  text.replace(
    new RegExp(`(-?)\\$\\s?(${NUMBER})(?:\\s(million|billion|thousand))?`, "g"),
    (_written, minus: string, amount: string, scale?: string) => {
      const value = numberOf(amount);
      const sign = minus ? "minus " : "";
      if (scale) return `${sign}${cardinal(value)} ${scale} dollars`;
      const whole = Math.floor(value);
      const cents = Math.round((value - whole) * 100);
      const spokenCents = cents > 0 ? `${cardinal(cents)} ${plural(cents, "cents")}` : "";
      if (whole === 0 && cents > 0) return `${sign}${spokenCents}`;
      return `${sign}${cardinal(whole)} ${plural(whole, "dollars")}${spokenCents && ` and ${spokenCents}`}`;
    },
  );

export const percentage = (text: string): string =>
  text.replace(
    new RegExp(`(-?)(${NUMBER})\\s?%`, "g"),
    (_written, minus: string, value: string) => `${minus && "minus "}${cardinal(numberOf(value))} percent`,
  );

const DISTANCES: Readonly<Record<string, string>> = {
  km: "kilometers",
  cm: "centimeters",
  mm: "millimeters",
  mi: "miles",
  ft: "feet",
  yd: "yards",
  m: "meters",
};
const UNITS: Readonly<Record<string, string>> = {
  kg: "kilograms",
  mg: "milligrams",
  g: "grams",
  lb: "pounds",
  lbs: "pounds",
  oz: "ounces",
  ml: "milliliters",
  L: "liters",
  KB: "kilobytes",
  MB: "megabytes",
  GB: "gigabytes",
  TB: "terabytes",
  kWh: "kilowatt hours",
  mph: "miles per hour",
  "km/h": "kilometers per hour",
  "°C": "degrees Celsius",
  "°F": "degrees Fahrenheit",
  min: "minutes",
  hrs: "hours",
  sec: "seconds",
};
const SINGULAR: Readonly<Record<string, string>> = { feet: "foot" };

const measured = (units: Readonly<Record<string, string>>) => {
  const names = Object.keys(units)
    .toSorted((a, b) => b.length - a.length)
    .join("|");
  const pattern = new RegExp(`(?<![\\w.$])(-?)(${NUMBER})\\s?(${names})(?![\\w/])`, "g");
  return (text: string): string =>
    text.replace(pattern, (_written, minus: string, amount: string, unit: string) => {
      const value = numberOf(amount);
      const name = units[unit] ?? unit;
      return `${minus && "minus "}${cardinal(value)} ${value === 1 ? (SINGULAR[name] ?? plural(1, name)) : name}`;
    });
};
export const distance = measured(DISTANCES);
export const unit = measured(UNITS);

const VOWELS = /[AEIOU]/;
/** Short words that are capitalized for emphasis. */
const STRESSED = new Set(
  "ALL AM AN AND ANY ARE AT BE BUT BUY BY CAN DO FOR FREE FULL GET GO HOW IF IN IS MAY MUST MY NEW NO NOT NOW OF OFF ON ONE ONLY OR OUR OUT PM SO STOP THE TO TOO TWO VERY WAS WE WHO WHY WILL YES YOU YOUR".split(
    " ",
  ),
);
const isWord = (letters: string) => STRESSED.has(letters) || (letters.length > 3 && VOWELS.test(letters));
/** "NASA" and "NOT" are words, "SMS" and "US" are letters. */
export const acronym = (text: string): string =>
  text
    .replace(/\b[A-Z]{2,5}\b/g, (letters) => (isWord(letters) ? letters : [...letters].join(" ")))
    .replace(/\b([AP]) M\b/g, "$1M");

/** Numbers above the cutoff are read digit by digit, unless commas or a decimal point say that they are amounts. */
export const number =
  (cutoff: number) =>
  (text: string): string =>
    text
      .replace(/\b(\d+)(?:st|nd|rd|th)\b/g, (_written, value: string) => ordinal(Number(value)))
      .replace(new RegExp(`(?<![\\w.,-])(-?)(${NUMBER})(?![\\w]|[.,]\\d)`, "g"), (written, minus: string, value: string) => {
        const amount = numberOf(value);
        if (!Number.isSafeInteger(Math.floor(amount))) return `${minus && "minus "}${digits(value)}`;
        const isAmount = /[.,]/.test(value);
        // A leading zero belongs to a code.
        const isCode = !isAmount && (amount > cutoff || (value.length > 1 && value.startsWith("0")));
        return written === "" ? written : `${minus && "minus "}${isCode ? digits(value) : cardinal(amount)}`;
      });

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  "approx.": "approximately",
  "apt.": "apartment",
  "e.g.": "for example",
  "etc.": "et cetera",
  "i.e.": "that is",
  "vs.": "versus",
};
const ABBREVIATION = new RegExp(`(?<![\\w.])(?:${Object.keys(ABBREVIATIONS).join("|").replaceAll(".", "\\.")})`, "gi");

/** Abbreviations that voices of this server spell or take for the end of a sentence. */
export const abbreviation = (text: string): string =>
  text.replace(ABBREVIATION, (written, at: number) => {
    const words = ABBREVIATIONS[written.toLowerCase()] ?? written;
    const isLarge = /^[A-Z]/.test(written);
    // "and so on, etc." ends its sentence, "approx." does not.
    const point = words === "et cetera" && text.slice(at + written.length).trim() === "" ? "." : "";
    return `${isLarge ? words.charAt(0).toUpperCase() + words.slice(1) : words}${point}`;
  });

const CURRENCIES: Readonly<Record<string, string>> = { "€": "euros", "£": "pounds" };

/** "€20" → "20 euros". Dollars are read right. */
export const currency = (text: string): string =>
  text.replace(new RegExp(`([€£])\\s?(${NUMBER})`, "g"), (_written, sign: string, amount: string) => {
    const unitName = CURRENCIES[sign] ?? sign;
    return `${amount} ${numberOf(amount) === 1 ? plural(1, unitName) : unitName}`;
  });

/** Years are read right, and round numbers are amounts. */
const isNumberCode = (value: string) => {
  const amount = Number(value);
  return value.startsWith("0") || !((amount >= 1900 && amount <= 2099) || amount % 100 === 0);
};

/** A room, an order or a code of four digits or more is read digit by digit: a voice would read an amount. */
export const code = (text: string): string =>
  text.replace(/(?<![\w.,$€£-])\d{4,}(?![\w]|[.,-]\d|\s?%)/g, (value) => (isNumberCode(value) ? digits(value) : value));
