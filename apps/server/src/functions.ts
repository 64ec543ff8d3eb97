import { type CallsContext, callsFunctions } from "./modules/call/live/calls.ts";
import { type NotesContext, notesFunctions } from "./modules/call/notes/live.ts";
import { type ToolsContext, toolsFunctions } from "./modules/tool/live.ts";
import { type VoicesContext, voicesFunctions } from "./modules/voice/live.ts";
import { type TerminalsContext, terminalsFunctions } from "./modules/webhook/terminals-live.ts";
import type { RealtimeHandlers } from "./platform/realtime/define-functions.ts";

type FunctionsContext = CallsContext & NotesContext & TerminalsContext & ToolsContext & VoicesContext;

/** The functions of the contract's `REALTIME_FUNCTIONS`, except those about changes. */
export function realtimeHandlers(context: FunctionsContext): Partial<RealtimeHandlers> {
  return {
    ...callsFunctions(context),
    ...notesFunctions(context),
    ...terminalsFunctions(context),
    ...toolsFunctions(context),
    ...voicesFunctions(context),
  };
}
