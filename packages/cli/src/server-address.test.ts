import { expect, test } from "vitest";
import { isOpenToListeners, parseServerAddress } from "./server-address.ts";

test.each([
  ["https://voice.example.com/", "https://voice.example.com"],
  ["HTTPS://Voice.Example.com:443", "https://voice.example.com"],
  ["http://127.0.0.1:3000//", "http://127.0.0.1:3000"],
  ["https://example.com/voice/", "https://example.com/voice"],
])("%s is %s", (typed, address) => {
  expect(parseServerAddress(typed)).toBe(address);
});

test.each([
  "voice.example.com",
  "localhost:3000",
  "ftp://voice.example.com",
  "https://ada@voice.example.com",
  "https://a.example/?b",
  "",
])("'%s' is refused", (typed) => {
  expect(() => parseServerAddress(typed)).toThrow(`'${typed}' is not a server URL.`);
});

test.each([
  ["http://voice.example.com", true],
  ["http://192.168.0.2:3000", true],
  ["https://voice.example.com", false],
  ["http://localhost:3000", false],
  ["http://127.0.0.1:3000", false],
  ["http://[::1]:3000", false],
])("%s: can others listen? %s", (server, open) => {
  expect(isOpenToListeners(server)).toBe(open);
});
