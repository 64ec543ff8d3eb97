import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

// Without the characters in which Windows-1252 differs from Latin 1: Node 20 decodes it as Latin 1, which no browser does.
const TEXT = "Name,City\r\nJürgen,Köln\r\n";
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};
const windows1252 = Buffer.from(TEXT, "latin1");

test.each([
  ["UTF-8", Buffer.from(TEXT), "UTF-8"],
  ["UTF-8 with a mark", Buffer.from(`\u{feff}${TEXT}`), "UTF-8"],
  ["Windows-1252", windows1252, "Windows-1252"],
  ["UTF-16 with a mark", utf16(`\u{feff}${TEXT}`, false), "UTF-16"],
  ["UTF-16 with the mark of big endian", utf16(`\u{feff}${TEXT}`, true), "UTF-16"],
  ["UTF-16 without a mark", utf16(TEXT, false), "UTF-16"],
  ["UTF-16 of big endian without a mark", utf16(TEXT, true), "UTF-16"],
] as const)("%s", (_, bytes, encoding) => {
  expect(decodeText(new Uint8Array(bytes))).toEqual({ text: TEXT, encoding });
});

test("a file of a few bytes, and one that is cut in a letter", () => {
  expect(decodeText(new Uint8Array([]))).toEqual({ text: "", encoding: "UTF-8" });
  expect(decodeText(new TextEncoder().encode("a"))).toEqual({ text: "a", encoding: "UTF-8" });
  expect(decodeText(new TextEncoder().encode("Jürgen").slice(0, 2)).encoding).toBe("Windows-1252");
});
