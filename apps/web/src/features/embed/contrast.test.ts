import { luminance } from "@mantine/core";
import { expect, it } from "vitest";
import { colourPairs, contrastOf, LEAST_TEXT_CONTRAST } from "./contrast.ts";

const contrast = (text: string, ground: string) => contrastOf(luminance(text), luminance(ground));

it("measures as the guideline does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 1);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

it("finds every default readable", () => {
  for (const theme of ["light", "dark"])
    for (const { text, ground } of colourPairs({ theme })) expect(contrast(text, ground)).toBeGreaterThan(LEAST_TEXT_CONTRAST);
});
