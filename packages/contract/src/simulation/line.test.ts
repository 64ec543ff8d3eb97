import { expect, it } from "vitest";
import { LINE_BACKGROUNDS, LINES, Line } from "./line.ts";

it("has a gallery of lines under keys of their own", () => {
  expect(LINES.map(({ line }) => Line.safeParse(line).success)).toEqual(LINES.map(() => true));
  expect(new Set(LINES.map(({ key }) => key)).size).toBe(LINES.length);
  const used = LINES.flatMap(({ line }) => (line.background?.sound ? [line.background.sound] : []));
  expect(new Set(used)).toEqual(new Set(LINE_BACKGROUNDS));
});

it("refuses what it does not know, and says which field", () => {
  const wrong = [
    [{ noise: 3 }, "noise"],
    [{ loss: { share: 0.6 } }, "share"],
    [{ jitter: { bufferMs: 55 } }, "bufferMs"],
    [{ background: { sound: "train" } }, "sound"],
    [{ band: "g722" }, "band"],
    [{ drop: { at: 3 } }, "at"],
  ] as const;
  for (const [line, field] of wrong) {
    const { success, error } = Line.safeParse(line);
    expect.soft(success, field).toBe(false);
    expect.soft(JSON.stringify(error?.issues)).toContain(`"${field}"`);
  }
});
