import type { Change } from "@callwright/contract";
import { expect, test } from "vitest";
import { type ChangeWindows, createChangeWindows } from "./change-windows.ts";

const START_MS = 1_790_000_000_000;

function open() {
  const time = { ms: START_MS };
  return { time, windows: createChangeWindows(() => time.ms) };
}

function of(windows: ChangeWindows, resource: Change["resource"], orgId = "o1"): Change {
  const found = windows.latest(orgId).find((change) => change.resource === resource);
  if (!found) throw new Error(`nothing of ${resource}`);
  return found;
}

/** What a client that knew `before` must read: ids, or everything (null). See the contract's `Change`. */
function toRead(before: Change, after: Change): string[] | null {
  const missed = after.revision - before.revision;
  return missed < 0 || missed > after.ids.length ? null : after.ids.slice(after.ids.length - missed);
}

test("who knew a revision learns which ids have changed since", () => {
  const { windows } = open();
  const before = of(windows, "call");
  expect(before.ids).toEqual([]);
  windows.note({ resource: "call", orgId: "o1", ids: ["a", "b"] });
  windows.note({ resource: "call", orgId: "o2", ids: ["x"] });
  windows.note({ resource: "call-event", orgId: "o1", ids: ["a"] });
  const between = of(windows, "call");
  windows.note({ resource: "call", orgId: "o1", ids: ["a"] });
  const after = of(windows, "call");
  expect(toRead(before, after)).toEqual(["a", "b", "a"]);
  expect(toRead(between, after)).toEqual(["a"]);
  expect(toRead(after, after)).toEqual([]);
  expect(of(windows, "squad").ids).toEqual([]);
});

test("who is too far behind reads everything: after too many changes, unnamed ones, and too long a time", () => {
  const { windows, time } = open();
  const first = of(windows, "tool");
  for (let count = 0; count < 101; count++) windows.note({ resource: "tool", orgId: "o1", ids: [`t${count}`] });
  const second = of(windows, "tool");
  expect(second.ids).toHaveLength(100);
  expect(toRead(first, second)).toBeNull();
  windows.note({ resource: "tool", orgId: "o1", ids: null });
  const third = of(windows, "tool");
  expect(toRead(second, third)).toBeNull();
  windows.note({ resource: "tool", orgId: "o1", ids: ["x"] });
  const fourth = of(windows, "tool");
  expect(toRead(third, fourth)).toEqual(["x"]);
  time.ms += 61_000;
  windows.note({ resource: "tool", orgId: "o1", ids: ["y"] });
  expect(toRead(fourth, of(windows, "tool"))).toEqual(["y"]);
  expect(toRead(third, of(windows, "tool"))).toBeNull();
});

test("a node that starts, or has lost sight of the database, is believed to have missed everything", () => {
  const { windows, time } = open();
  windows.latest("o1");
  for (let count = 0; count < 3; count++) windows.note({ resource: "file", orgId: "o1", ids: ["f"] });
  const before = of(windows, "file");
  time.ms += 1;
  windows.forgetAll();
  expect(toRead(before, of(windows, "file"))).toBeNull();
  time.ms += 1;
  const restarted = createChangeWindows(() => time.ms);
  expect(toRead(before, of(restarted, "file"))).toBeNull();
  // The client returns to the node that has counted on.
  expect(toRead(of(restarted, "file"), before)).toBeNull();
});

test("revisions are numbers that JavaScript counts exactly", () => {
  const { windows } = open();
  const { revision } = of(windows, "org");
  expect(Number.isSafeInteger(revision + 1_000_000_000)).toBe(true);
});
