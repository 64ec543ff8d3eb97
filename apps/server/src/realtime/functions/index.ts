import type { Functions } from "@callwright/realtime";
import type { ChangeWindows } from "../change-windows.ts";
import type { RealtimeIdentity } from "../identity.ts";
import type { Snapshot, Transaction } from "../store.ts";
import { changesFunctions } from "./changes.ts";
import { defineFunctions } from "./define-functions.ts";

export interface FunctionsContext {
  windows: ChangeWindows;
}

/** The functions of the contract's `REALTIME_FUNCTIONS`. */
export function realtimeFunctions({ windows }: FunctionsContext): Functions<RealtimeIdentity, Snapshot, Transaction> {
  return defineFunctions({ ...changesFunctions(windows) });
}
