import { expect, test } from "vitest";
import { bodyOf, EMPTY_KEY_SET, readKeys } from "./key-set-form.ts";

const key = { kty: "RSA", kid: "1", n: "…", e: "AQAB" };
const named = { ...EMPTY_KEY_SET, name: " Shop ", issuer: " https://shop.example " };

test("keys are taken as a set or as a single one", () => {
  expect(readKeys(JSON.stringify({ keys: [key] }))).toEqual({ keys: { keys: [key] } });
  expect(readKeys(JSON.stringify(key))).toEqual({ keys: { keys: [key] } });
});

test("a private key or a shared secret is not sent", () => {
  expect(readKeys(JSON.stringify({ keys: [key, { ...key, d: "secret" }] }))).toEqual({ problem: { kind: "privateKey" } });
  expect(readKeys(JSON.stringify({ kty: "oct", k: "secret" }))).toEqual({ problem: { kind: "privateKey" } });
});

test.each(["[]", "{}", '{"keys": []}', '{"keys": 1}', "1", "null"])("there is no key in %s", (text) => {
  expect(readKeys(text)).toEqual({ problem: { kind: "noKeys" } });
});

test("what is no JSON is told with its reason", () => {
  expect(readKeys("{")).toMatchObject({ problem: { kind: "json" } });
});

test("a body is whole, or is not sent", () => {
  const body = { name: "Shop", issuer: "https://shop.example", role: "viewer" };
  const jwksUrl = "https://shop.example/jwks.json";
  expect(bodyOf({ ...named, jwksUrl })).toEqual({ ...body, jwksUrl });
  expect(bodyOf({ ...named, source: "pasted", keys: JSON.stringify(key) })).toEqual({ ...body, keys: { keys: [key] } });
  expect(bodyOf({ ...named, jwksUrl: "shop.example" })).toBeUndefined();
  expect(bodyOf({ ...named, source: "pasted", keys: "{}" })).toBeUndefined();
  expect(bodyOf({ ...named, name: " ", jwksUrl })).toBeUndefined();
  expect(bodyOf({ ...named, issuer: "", jwksUrl })).toBeUndefined();
});
