import { describe } from "vitest";

/** Both themes, wide and narrow. */
const LOOKS = [
  { colorScheme: "dark", width: 390 },
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 390 },
] as const;

/** Tests of a screen in each look. `npm test` has the first one, in which most problems of colors and widths appear. */
export function describeLooks(tests: (look: (typeof LOOKS)[number]) => void): void {
  for (const look of LOOKS)
    describe(`${look.colorScheme} theme, ${look.width} px wide`, look === LOOKS[0] ? {} : { tags: "long" }, () => tests(look));
}
