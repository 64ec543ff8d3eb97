import { beforeAll, describe, it, vi } from "vitest";
import { contractRows, type RoomKind } from "./testing/contract-table.ts";
import { nodeStage } from "./testing/node-stage.ts";

/** Every row of the contract table, over both kinds of room. tests/screens/call-contract.slow.test.ts plays the same rows in a real browser. */

beforeAll(() => {
  // A stream is only handed on here; Node has none.
  vi.stubGlobal("MediaStream", class {});
  return () => vi.unstubAllGlobals();
});

const ROOMS: readonly RoomKind[] = ["direct", "daily"];

describe.each(ROOMS)("in a %s room", (room) => {
  for (const { says, source, given, check } of contractRows(room)) it(`${says} (${source})`, () => check(nodeStage(room, given)));
});
