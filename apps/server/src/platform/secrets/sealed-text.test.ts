import { expect, test } from "vitest";
import { createSealer } from "./sealed-text.ts";

const sealer = createSealer("1a".repeat(32));

test("what is sealed opens at its place, and says nothing", () => {
  const sealed = sealer.seal("日本 secret 🎉", "org a");
  expect(sealed).not.toContain("secret");
  expect(sealer.open(sealed, "org a")).toBe("日本 secret 🎉");
  expect(sealer.seal("日本 secret 🎉", "org a")).not.toBe(sealed);
  expect(sealer.open(sealer.seal("", "org a"), "org a")).toBe("");
});

test("it opens nowhere else, with no other key, and not once it was changed", () => {
  const sealed = sealer.seal("secret", "org a");
  expect(() => sealer.open(sealed, "org b")).toThrow();
  expect(() => createSealer("2b".repeat(32)).open(sealed, "org a")).toThrow("another key");
  const [keyId, nonce, tag, ciphertext = ""] = sealed.split(".");
  const changed = [keyId, nonce, tag, `${ciphertext.startsWith("A") ? "B" : "A"}${ciphertext.slice(1)}`].join(".");
  expect(() => sealer.open(changed, "org a")).toThrow();
});

test("the key's id stands beside what it sealed, and is not part of the key", () => {
  const [keyId] = sealer.seal("secret", "org a").split(".");
  expect(keyId).toMatch(/^[0-9a-f]{8}$/);
  expect(sealer.seal("other", "org b").startsWith(`${keyId}.`)).toBe(true);
  expect("1a".repeat(32)).not.toContain(keyId);
});
