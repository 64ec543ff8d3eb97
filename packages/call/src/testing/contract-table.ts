import { METHOD_ROWS } from "./contract-method-rows.ts";
import { ROOM_ROWS } from "./contract-room-rows.ts";
import type { ContractRow, RoomKind } from "./contract-stage.ts";
import { START_ROWS } from "./contract-start-rows.ts";

export type * from "./contract-stage.ts";

/** Every row that holds in rooms of a kind. */
export function contractRows(room: RoomKind): ContractRow[] {
  return [...START_ROWS, ...ROOM_ROWS, ...METHOD_ROWS].filter(({ rooms = [room] }) => rooms.includes(room));
}
