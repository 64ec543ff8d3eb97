import { expect, test } from "vitest";
import { hearingOf } from "./TranscriberCard.tsx";

test.each([
  ["auto", "moonshine", "moonshine"],
  ["auto", "browser", "browser"],
  ["browser", "moonshine", "browser"],
  ["moonshine", "moonshine", "moonshine"],
  ["moonshine", "browser", "missing"],
] as const)("%s on a server with %s: %s", (chosen, available, hearing) => {
  expect(hearingOf(chosen, available)).toBe(hearing);
});
