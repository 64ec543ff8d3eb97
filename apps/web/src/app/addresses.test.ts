import { expect, test } from "vitest";
import { addressOf, routePathOf } from "./addresses.ts";

test.each([
  ["/files", "/knowledge/files"],
  ["/files/a-b", "/knowledge/files/a-b"],
  ["/knowledge-bases/new", "/knowledge/bases/new"],
  ["/structured-outputs/a-b", "/reports/structured-outputs/a-b"],
  ["/handset", "/phone-numbers/handset"],
])("the screen at %s has the address %s", (path, address) => {
  expect(addressOf(path)).toBe(address);
  expect(routePathOf(address)).toBe(path);
  // An older link leads to the same screen.
  expect(routePathOf(path)).toBe(path);
  expect(addressOf(address)).toBe(address);
});

test.each(["/", "/assistants", "/assistants/a-b", "/templates-of-mine", "/reports"])("%s is its own address", (path) => {
  expect([addressOf(path), routePathOf(path)]).toEqual([path, path]);
});
