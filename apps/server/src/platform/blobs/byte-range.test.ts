import { expect, test } from "vitest";
import { parseByteRange } from "./byte-range.ts";

const SIZE_BYTES = 1000;

test.each([
  ["bytes=0-499", { first: 0, last: 499 }],
  ["bytes=500-", { first: 500, last: 999 }],
  ["bytes=-200", { first: 800, last: 999 }],
  ["bytes=-5000", { first: 0, last: 999 }],
  ["bytes=999-999", { first: 999, last: 999 }],
  ["bytes=0-99999", { first: 0, last: 999 }],
  ["Bytes=0 - 9", { first: 0, last: 9 }],
])("%s asks for part of the blob", (header, range) => {
  expect(parseByteRange(header, SIZE_BYTES)).toEqual(range);
});

test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("%s lies outside of the blob", (header) => {
  expect(parseByteRange(header, SIZE_BYTES)).toBe("unsatisfiable");
});

test.each([undefined, "", "bytes", "bytes=-", "bytes=9-0", "bytes=0-1,5-6", "items=0-1", "bytes=a-b", "bytes=1.5-2"])(
  "%s is ignored",
  (header) => {
    expect(parseByteRange(header, SIZE_BYTES)).toBeUndefined();
  },
);

test("an empty blob has no range", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseByteRange("bytes=-1", 0)).toBe("unsatisfiable");
});
