import { expect, test } from "vitest";
import { bodyOf, formOf, hasKey, hostOf } from "./ConnectionEditor.tsx";

const connected = { url: "https://api.example.com", enabled: true };

test("a host needs its key, once", () => {
  const form = { where: "elsewhere", url: " https://api.example.com ", privateKey: "" } as const;
  expect(bodyOf({ enabled: false }, form)).toBeUndefined();
  expect(bodyOf({ enabled: false }, { ...form, privateKey: " k " })).toEqual({
    url: form.url.trim(),
    enabled: true,
    privateKey: "k",
  });
  expect(bodyOf(connected, form)).toEqual({ url: "https://api.example.com", enabled: true });
  expect(bodyOf(connected, { ...form, url: "https://other.example.com" })).toBeUndefined();
  expect(hasKey(connected, { ...form, url: "not an address" })).toBe(false);
});

test("going back keeps the host, and is nothing without one", () => {
  const form = { ...formOf(connected), where: "here" } as const;
  expect(bodyOf(connected, form)).toEqual({ url: "https://api.example.com", enabled: false });
  expect(bodyOf({ enabled: false }, form)).toBeUndefined();
});

test("a host is named without its scheme", () => {
  expect([hostOf("http://127.0.0.1:3000/v1"), hostOf(undefined)]).toEqual(["127.0.0.1:3000", ""]);
});
