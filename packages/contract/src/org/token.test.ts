import { expect, test } from "vitest";
import { CreateToken, TokenRestrictions } from "./token.ts";

const parseOrigin = (origin: string) => TokenRestrictions.safeParse({ allowedOrigins: [origin] }).data?.allowedOrigins?.[0];

test.each([
  ["https://shop.example", "https://shop.example"],
  ["https://shop.example/", "https://shop.example"],
  ["HTTPS://Shop.Example:443", "https://shop.example"],
  ["http://localhost:5173", "http://localhost:5173"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
])("%s is kept as browsers send it", (given, kept) => {
  expect(parseOrigin(given)).toBe(kept);
});

test.each(["", "shop.example", "*", "https://*", "https://shop.example/path", "https://shop.example?x", "null", "file:///x"])(
  "%j is no origin",
  (given) => {
    expect(parseOrigin(given)).toBeUndefined();
  },
);

test("user and password are no part of an origin", () => {
  expect(parseOrigin("https://ada:secret@shop.example")).toBeUndefined();
});

test("ids are kept as they are stored, in lower case", () => {
  const id = "7D0E3F0A-0000-4000-8000-00000000000A";
  expect(TokenRestrictions.parse({ allowedAssistantIds: [id] }).allowedAssistantIds).toEqual([id.toLowerCase()]);
});

test("an empty list is refused, and a token is private unless it says otherwise", () => {
  expect(TokenRestrictions.safeParse({ allowedOrigins: [] }).success).toBe(false);
  expect(TokenRestrictions.safeParse({ allowedAssistantIds: [] }).success).toBe(false);
  expect(CreateToken.parse({})).toEqual({ tag: "private" });
});
