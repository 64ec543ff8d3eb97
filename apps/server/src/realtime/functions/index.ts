import type { Functions } from "@callwright/realtime";
import type { ChangeWindows } from "../change-windows.ts";
import type { RealtimeIdentity } from "../identity.ts";
import type { Snapshot, Transaction } from "../store.ts";
import { type CallsContext, callsFunctions } from "./calls.ts";
import { changesFunctions } from "./changes.ts";
import { defineFunctions } from "./define-functions.ts";
import { type NotesContext, notesFunctions } from "./notes.ts";
import { type TerminalsContext, terminalsFunctions } from "./terminals.ts";
import { type ToolsContext, toolsFunctions } from "./tools.ts";
import { type VoicesContext, voicesFunctions } from "./voices.ts";

export interface FunctionsContext extends CallsContext, NotesContext, TerminalsContext, ToolsContext, VoicesContext {
  windows: ChangeWindows;
}

/** The functions of the contract's `REALTIME_FUNCTIONS`. */
export function realtimeFunctions(context: FunctionsContext): Functions<RealtimeIdentity, Snapshot, Transaction> {
  return defineFunctions({
    ...changesFunctions(context.windows),
    ...callsFunctions(context),
    ...notesFunctions(context),
    ...terminalsFunctions(context),
    ...toolsFunctions(context),
    ...voicesFunctions(context),
  });
}
