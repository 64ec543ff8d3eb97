import { expect, it } from "vitest";
import { callListSearch, callQueryOf } from "../call-list-search.ts";
import { callSearch } from "./call-search.ts";

it("keeps of an address what the list knows", () => {
  expect(callListSearch({ assistant: "Riley", status: "ended", selected: ["a", 3], page: 4 })).toEqual({
    assistant: "Riley",
    status: "ended",
    selected: ["a"],
  });
  expect(callListSearch({ assistant: 7, status: "over", selected: "a" })).toEqual({ assistant: "7" });
  expect(
    callListSearch({ success: true, costFrom: 0.5, costTo: "much", from: "2026-11-21T10:00:00.000Z", until: "later" }),
  ).toEqual({
    success: "true",
    costFrom: 0.5,
    from: "2026-11-21T10:00:00.000Z",
  });
});

it("asks the platform for what the address says, and for nothing else", () => {
  expect(callQueryOf({})).toEqual({});
  expect(callQueryOf({ assistant: "Riley", status: "ended", costTo: 2, customerNumber: "+43" })).toEqual({
    assistantName: "Riley",
    status: "ended",
    costLe: 2,
    number: "+43",
  });
});

it("keeps of an address what the page of a call knows", () => {
  expect(callSearch({ t: "12.4", tab: "events", type: "user.said" })).toEqual({ t: 12.4, tab: "events", type: "user.said" });
  expect(callSearch({ t: -1, tab: "costs", type: "nothing" })).toEqual({});
  expect(callSearch({ t: "soon" })).toEqual({});
});
