import type { CallwrightCall, JoinableCall } from "@callwright/call";
import type { AssistantOverrides, CreateAssistant } from "@callwright/contract";
import { type CallStore, fingerprintOf } from "./visit-storage.ts";

/** Whom a call is held with. */
export interface CallWith {
  assistant: CreateAssistant | string;
  assistantOverrides: AssistantOverrides | undefined;
}

/** Keep a running call, so that a reload or the next page comes back to it. It is forgotten when the call ends, but not when the page is left. */
export async function keepCall(call: CallwrightCall, joined: JoinableCall, callWith: CallWith, store: CallStore): Promise<void> {
  const fingerprint = await fingerprintOf(callWith);
  // It may have ended in the meantime.
  if (fingerprint && isRunning(call)) store.keep({ call: withoutPrompt(joined), fingerprint });
}

/** The call that was left running, if it was held with the same assistant. */
export async function takeKeptCall(callWith: CallWith, store: CallStore): Promise<JoinableCall | undefined> {
  const kept = store.take();
  if (kept && kept.fingerprint === (await fingerprintOf(callWith))) return kept.call;
  if (kept) store.clear();
  return undefined;
}

/** Forget the kept call once this one ends. Call before the call starts, so that leaving the page is noticed before its end. */
export function forgetWhenEnded(call: CallwrightCall, store: CallStore): void {
  let isPageLeft = false;
  const leave = () => {
    isPageLeft = true;
  };
  addEventListener("pagehide", leave);
  const over = () => {
    removeEventListener("pagehide", leave);
    if (!isPageLeft) store.clear();
  };
  call.on("call-end", over);
  call.on("call-start-failed", over);
}

function isRunning({ state }: CallwrightCall): boolean {
  return state === "joined" || state === "connected";
}

function withoutPrompt({ id, webCallUrl, artifactPlan, transport, assistant }: JoinableCall): JoinableCall {
  const { voice, transcriber } = (assistant ?? {}) as Pick<CreateAssistant, "voice" | "transcriber">;
  return { id, webCallUrl, artifactPlan, transport, assistant: { voice, transcriber } };
}
