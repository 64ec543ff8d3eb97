import { expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets.ts";

const TOKEN = 'tök/en+"42"';

test.each([
  ["as it is", TOKEN],
  ["with its scheme", `Bearer ${TOKEN}`],
  ["URL-encoded", encodeURIComponent(TOKEN)],
  ["in a form", new URLSearchParams({ "": TOKEN }).toString().slice(1)],
  ["in JSON", JSON.stringify(TOKEN).slice(1, -1)],
  ["in base64", Buffer.from(TOKEN).toString("base64")],
  ["in base64url", Buffer.from(TOKEN).toString("base64url")],
])("the token of a header is hidden %s", (_, form) => {
  const shown = hideSecrets(`Invalid token <${form}>, again <${form}>.`, [`Bearer ${TOKEN}`]);
  expect(shown.replaceAll(/•••=*/g, "•")).toBe("Invalid token <•>, again <•>.");
});

test("the pair and the password of basic authentication are hidden, the name is not", () => {
  const header = `Basic ${Buffer.from("account-1:hunter2!").toString("base64")}`;
  expect(hideSecrets(`${header} account-1:hunter2! account-1 hunter2!`, [header])).toBe("••• ••• account-1 •••");
});

test("secrets that overlap are hidden whole, and short ones are left", () => {
  expect(hideSecrets("abcdefghij abcdef bcdefghijk", ["abcdefg", "defghij", "bcdefghijk", "abc"])).toBe("••• abcdef •••");
  expect(hideSecrets("a=1 b=yes", ["1", "yes", ""])).toBe("a=1 b=yes");
});

test("a long text and many secrets cost steps by their sum", () => {
  const secrets = Array.from({ length: 400 }, (_, n) => `${"a".repeat(30)}${n}`);
  const text = "a".repeat(200_000);
  expect(hideSecrets(text, secrets)).toBe(text);
  expect(hideSecrets(`${text}7 ${secrets[399]}`, secrets)).toBe(`${text.slice(30)}••• •••`);
});

test("with more secrets than can be searched for, nothing is shown", () => {
  expect(hideSecrets("anything", [`x${"y".repeat(200_000)}`])).toBe("•••");
});
