import { beforeAll, describe, it, vi } from "vitest";
import { METHOD_ROWS } from "./testing/contract-method-rows.ts";
import { ROOM_ROWS } from "./testing/contract-room-rows.ts";
import type { RoomKind } from "./testing/contract-stage.ts";
import { START_ROWS } from "./testing/contract-start-rows.ts";
import { nodeStage } from "./testing/node-stage.ts";

/** Every row of the contract table, over both kinds of room. In a real browser the same rows run in tests/browser. */

beforeAll(() => {
  // A stream is only handed on here; Node has none.
  vi.stubGlobal("MediaStream", class {});
  return () => vi.unstubAllGlobals();
});

const ROOMS: readonly RoomKind[] = ["direct", "daily"];

describe.each(ROOMS)("in a %s room", (room) => {
  const rows = [...START_ROWS, ...ROOM_ROWS, ...METHOD_ROWS].filter(({ rooms = ROOMS }) => rooms.includes(room));
  it.each(rows)("$says ($source)", ({ given, check }) => check(nodeStage(room, given)));
});
