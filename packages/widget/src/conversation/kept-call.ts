import type { CallwrightCall, JoinableCall } from "@callwright/call";
import type { AssistantOverrides, CreateAssistant } from "@callwright/contract";
import { fingerprintOf, type KeptCallStore } from "./visit-storage.ts";

/** The agent of a call: an assistant, or the id of a squad or workflow. */
export interface CallWith {
  assistant: CreateAssistant | string | undefined;
  squad: string | undefined;
  workflow: string | undefined;
  assistantOverrides: AssistantOverrides | undefined;
}

/** Stores a running call, so that a reload or the next page can rejoin it. Deleted when the call ends, but not when the page unloads. */
export async function keepCall(
  call: CallwrightCall,
  joined: JoinableCall,
  callWith: CallWith,
  store: KeptCallStore,
): Promise<void> {
  const fingerprint = await fingerprintOf(callWith);
  // The call may have ended since.
  if (fingerprint && isRunning(call)) store.keep({ call: withoutPrompt(joined), fingerprint });
}

/** The stored call, if it has the same assistant. */
export async function takeKeptCall(callWith: CallWith, store: KeptCallStore): Promise<JoinableCall | undefined> {
  const kept = store.take();
  if (kept && kept.fingerprint === (await fingerprintOf(callWith))) return kept.call;
  if (kept) store.clear();
  return undefined;
}

/**
 * Deletes the stored call when this one ends, but not when the page unloads. Call it before the call starts, so that the unload is
 * seen before the call's end. Returns a function that stops watching.
 */
export function forgetWhenEnded(call: CallwrightCall, store: KeptCallStore): () => void {
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

function isRunning({ state }: CallwrightCall): boolean {
  return state === "joined" || state === "connected";
}

function withoutPrompt({ id, webCallUrl, artifactPlan, transport, assistant }: JoinableCall): JoinableCall {
  const { voice, transcriber } = (assistant ?? {}) as Pick<CreateAssistant, "voice" | "transcriber">;
  return { id, webCallUrl, artifactPlan, transport, assistant: { voice, transcriber } };
}
