import { expect, it } from "vitest";
import { callListSearch } from "./call-list-search.ts";
import { callSearch } from "./call-search.ts";

it("keeps of an address what the list knows", () => {
  expect(callListSearch({ assistant: "Riley", status: "ended", selected: ["a", 3], page: 4 })).toEqual({
    assistant: "Riley",
    status: "ended",
    selected: ["a"],
  });
  expect(callListSearch({ assistant: 7, status: "over", selected: "a" })).toEqual({ assistant: "7" });
});

it("keeps of an address what the page of a call knows", () => {
  expect(callSearch({ t: "12.4", tab: "events", type: "user.said" })).toEqual({ t: 12.4, tab: "events", type: "user.said" });
  expect(callSearch({ t: -1, tab: "costs", type: "nothing" })).toEqual({});
  expect(callSearch({ t: "soon" })).toEqual({});
});
