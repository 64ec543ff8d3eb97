import { expect, test } from "vitest";
import { missingOf } from "../../scripts/test-outside.mjs";

test("an area of outside tests names the programs that it lacks", () => {
  expect(missingOf({ "A language": "no-such-program", Node: "node" })).toEqual(["A language"]);
  expect(missingOf()).toEqual([]);
});
