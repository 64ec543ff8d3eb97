import { timeLimit } from "@callwright/contract";
/** The answer of the developer's own server, or its failure. */
export type Forwarded = { status: number; body: string; durationMs: number } | { error: string; durationMs: number };

export interface ForwardOptions {
  fetch: typeof fetch;
  nowMs: () => number;
  url: string;
  messageId: string;
  callId: string | null;
  timeoutMs: number;
}

/** Sends a message to the developer's own server, once. Never fails. */
export async function forward(body: string, options: ForwardOptions): Promise<Forwarded> {
  const { url, messageId, callId, timeoutMs, nowMs } = options;
  const startedMs = nowMs();
  const headers = {
    "content-type": "application/json",
    "user-agent": "Callwright",
    "x-callwright-message-id": messageId,
    ...(callId !== null && { "x-call-id": callId }),
  };
  try {
    const signal = timeLimit(timeoutMs);
    const response = await options.fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    const text = await response.text();
    return { status: response.status, body: text, durationMs: nowMs() - startedMs };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    const error = isLate ? `no answer within ${Math.round(timeoutMs / 1000)} s` : reasonOf(cause);
    return { error, durationMs: nowMs() - startedMs };
  }
}

/** `fetch` only says "fetch failed"; its cause has the reason. */
function reasonOf(failure: unknown): string {
  const { cause = failure } = failure as { cause?: unknown };
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
}
