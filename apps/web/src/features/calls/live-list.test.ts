import type { LiveCall } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { type ListedCall, withLiveCalls } from "./live-list.ts";

const known: ListedCall = {
  id: "a",
  type: "webCall",
  status: "in-progress",
  createdAt: "2026-11-22T10:00:00.000Z",
  startedAt: "2026-11-22T10:00:05.000Z",
  assistant: { name: "Riley" },
};

const live = (fields: Partial<LiveCall>): LiveCall => ({
  id: "a",
  name: null,
  type: "webCall",
  status: "in-progress",
  assistantId: null,
  assistantName: "Riley",
  createdAt: "2026-11-22T10:00:00.000Z",
  startedAt: "2026-11-22T10:00:05.000Z",
  endedAt: null,
  endedReason: null,
  cost: null,
  ...fields,
});

const ringing = live({ id: "b", status: "ringing", createdAt: "2026-11-22T11:00:00.000Z", startedAt: null });
const ended = live({ status: "ended", endedAt: "2026-11-22T10:00:30.000Z", endedReason: "customer-ended-call" });

describe("withLiveCalls", () => {
  it("adds a call that rings, the newest first", () => {
    expect(withLiveCalls([known], [ringing], {}).map(({ id, status }) => [id, status])).toEqual([
      ["b", "ringing"],
      ["a", "in-progress"],
    ]);
  });

  it("lets a call go on, and leaves how it ended to the whole call", () => {
    expect(withLiveCalls([known], [ended], {})).toEqual([{ ...known, status: "ended", endedAt: "2026-11-22T10:00:30.000Z" }]);
  });

  it("adds nothing to another order than the newest first", () => {
    const calls = withLiveCalls([known], [ringing, ended], { sort: "-cost" });
    expect(calls.map(({ id, status }) => [id, status])).toEqual([["a", "ended"]]);
  });

  it("lets no call go back", () => {
    const read: ListedCall = { ...known, status: "ended", endedReason: "customer-ended-call" };
    expect(withLiveCalls([read], [live({})], {})[0]).toBe(read);
  });

  it("keeps to a filter it can judge, and adds nothing to one it cannot", () => {
    expect(withLiveCalls([known], [ended, ringing], { status: "in-progress" })).toEqual([]);
    expect(withLiveCalls([], [ringing], { from: "2026-11-22T10:30:00.000Z" })).toHaveLength(1);
    expect(withLiveCalls([], [ringing], { until: "2026-11-22T10:30:00.000Z" })).toEqual([]);
    expect(withLiveCalls([known], [ended, ringing], { said: "tart" }).map(({ id, status }) => [id, status])).toEqual([
      ["a", "ended"],
    ]);
  });
});
