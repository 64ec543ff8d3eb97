import { ToWords } from "to-words/en-US";

const english = new ToWords();

/** 1205 → "one thousand two hundred five"; 12.5 → "twelve point five". */
export const cardinal = (value: number): string => english.convert(value).toLowerCase();

/** 21 → "twenty first". */
export const ordinal = (value: number): string => english.toOrdinal(value).toLowerCase();

/** Each digit by its name. Other characters are left out. */
export const digits = (text: string): string => [...text.replace(/\D/g, "")].map((digit) => cardinal(Number(digit))).join(" ");

/** 1995 → "nineteen ninety five", 1905 → "nineteen oh five", 2005 → "two thousand five", 2026 → "twenty twenty six". */
export function year(value: number): string {
  if (value < 1100 || value > 2099 || (value >= 2000 && value < 2010)) return cardinal(value);
  const rest = value % 100;
  const ending = rest === 0 ? "hundred" : rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest);
  return `${cardinal(Math.floor(value / 100))} ${ending}`;
}

/** "1,250.50" → 1250.5. */
export const numberOf = (text: string): number => Number(text.replaceAll(",", ""));
