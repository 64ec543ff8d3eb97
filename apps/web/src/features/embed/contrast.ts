import type { ChosenOptions } from "./embed-options.ts";
import { defaultValue } from "./embed-options.ts";

/** Least contrast of text on its ground: WCAG 2.2, 1.4.3 (AA). */
export const LEAST_TEXT_CONTRAST = 4.5;

export interface ColourPair {
  name: "button" | "panel";
  text: string;
  ground: string;
}

/** What the widget draws on what, in the colours that were chosen. The panel's letters follow its theme. */
export function colourPairs(options: ChosenOptions): ColourPair[] {
  const colour = (name: "ctaButtonColor" | "ctaButtonTextColor" | "baseBgColor") => String(options[name] ?? defaultValue(name));
  const isDark = options.theme === "dark";
  return [
    { name: "button", text: colour("ctaButtonTextColor"), ground: colour("ctaButtonColor") },
    { name: "panel", text: isDark ? "#ececf0" : "#18181b", ground: colour("baseBgColor") || (isDark ? "#000000" : "#ffffff") },
  ];
}

/** Contrast of two colours, 1 to 21, from their relative luminances (0 to 1). */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
