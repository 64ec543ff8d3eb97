import { expect, it } from "vitest";
import { contrastOf } from "./contrast.ts";

it("measures as the guideline does, whichever is the text", () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrastOf([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(contrastOf([255, 255, 255], [119, 119, 119])).toBeCloseTo(4.48, 2);
  expect(contrastOf([255, 0, 0], [255, 0, 0])).toBe(1);
});
