import { expect, test } from "vitest";
import { addressesOf, sortAddresses } from "./addresses.ts";

test("addresses are found in what people paste", () => {
  expect(addressesOf("ada@example.com, grace@example.com;alan@example.com\nedsger@example.com  barbara@example.com")).toEqual([
    "ada@example.com",
    "grace@example.com",
    "alan@example.com",
    "edsger@example.com",
    "barbara@example.com",
  ]);
  expect(addressesOf('"Lovelace, Ada" <Ada@Example.com>, Grace Hopper <grace@example.com>')).toEqual([
    '"lovelace',
    "ada@example.com",
    "grace@example.com",
  ]);
  expect(addressesOf(" ,\n ")).toEqual([]);
});

test("each is taken once, whatever its letters", () => {
  expect(addressesOf("ada@example.com ADA@example.com")).toEqual(["ada@example.com"]);
});

test("what is wrong and who belongs already is set apart", () => {
  expect(sortAddresses(["ada@example.com", "grace@", "alan@example.com"], ["Alan@example.com"])).toEqual({
    invited: ["ada@example.com"],
    wrong: ["grace@"],
    members: ["alan@example.com"],
  });
});
