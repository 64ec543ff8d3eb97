import { expect, test } from "vitest";
import { hearingOf } from "./hearing-of.ts";

test.each([
  ["auto", "pocketsphinx", "pocketsphinx"],
  ["auto", "browser", "browser"],
  ["browser", "pocketsphinx", "browser"],
  ["pocketsphinx", "pocketsphinx", "pocketsphinx"],
  ["pocketsphinx", "browser", "missing"],
] as const)("%s on a server with %s: %s", (chosen, available, hearing) => {
  expect(hearingOf(chosen, available)).toBe(hearing);
});
