import { expect, it } from "vitest";
import { KeyReports } from "./key-reports.ts";

type Report = [key: string, by: "tones" | "signaling", atMs: number];

it.each<[what: string, reports: Report[], keys: string]>([
  [
    "tones alone",
    [
      ["1", "tones", 0],
      ["1", "tones", 400],
    ],
    "11",
  ],
  [
    "messages that come first",
    [
      ["1", "signaling", 0],
      ["1", "tones", 50],
      ["2", "signaling", 100],
      ["1", "tones", 110],
      ["2", "tones", 120],
    ],
    "12",
  ],
  [
    "messages that come late, after a second key",
    [
      ["1", "tones", 0],
      ["2", "tones", 200],
      ["1", "signaling", 900],
      ["2", "signaling", 1_100],
    ],
    "12",
  ],
  [
    "a key that is pressed again later",
    [
      ["1", "tones", 0],
      ["1", "signaling", 200],
      ["1", "tones", 900],
      ["1", "signaling", 1_000],
    ],
    "11",
  ],
])("counts each key once: %s", (_what, reports, keys) => {
  const counted = new KeyReports();
  expect(
    reports
      .filter((report) => counted.isNew(...report))
      .map(([key]) => key)
      .join(""),
  ).toBe(keys);
});
