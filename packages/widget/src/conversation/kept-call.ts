import { CallFailure, type CallwrightCall, type JoinableCall } from "@callwright/call";
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

/**
 * Forget the kept call once this one ends, but not when it ends because the page is left. Call before the call starts, so that leaving is
 * noticed before its end. Answers how to stop looking, once the call is over.
 */
export function forgetWhenEnded(call: CallwrightCall, store: CallStore): () => void {
  let isPageLeft = false;
  const looking = new AbortController();
  const leave = () => {
    isPageLeft = true;
  };
  addEventListener("pagehide", leave, { signal: looking.signal });
  call.on("call-end", () => {
    if (!isPageLeft) store.clear();
  });
  return () => looking.abort();
}

/** What the server refuses for good: there is no call to come back to. */
const REFUSALS = ["call-not-joinable", "call-taken-over", "not-found"];

export function isRefusal(error: unknown): boolean {
  return error instanceof CallFailure && REFUSALS.includes(error.code);
}

function isRunning({ state }: CallwrightCall): boolean {
  return state === "joined" || state === "connected";
}

function withoutPrompt({ id, webCallUrl, artifactPlan, transport, assistant }: JoinableCall): JoinableCall {
  const { voice, transcriber } = (assistant ?? {}) as Pick<CreateAssistant, "voice" | "transcriber">;
  return { id, webCallUrl, artifactPlan, transport, assistant: { voice, transcriber } };
}
