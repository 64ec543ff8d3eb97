import type { BackoffPlan } from "@callwright/contract";
import { retry } from "../../credential/outgoing/retry-request.ts";
import type { Fetch } from "../../credential/outgoing/signed-fetch.ts";

interface McpFetchOptions {
  /** Default: no retries. */
  backoffPlan: BackoffPlan | undefined;
  /** How long one attempt waits for the beginning of its answer. */
  attemptMs: number;
  now: () => Date;
}

/** The server does not know the session: the connection opens another one. */
const SESSION_IS_GONE = 404;

/**
 * The `fetch` of an MCP connection. Messages to the server are sent again as the backoff plan says. The text of a failed answer is left out:
 * it may repeat the credential, and the library makes it part of an error's message.
 */
export function mcpFetch(send: Fetch, { backoffPlan, attemptMs, now }: McpFetchOptions): Fetch {
  const plan = backoffPlan && {
    ...backoffPlan,
    excludedStatusCodes: [...(backoffPlan.excludedStatusCodes ?? []), SESSION_IS_GONE],
  };
  return (url, init = {}) => {
    const signal = init.signal ?? new AbortController().signal;
    const once = async (limit: AbortSignal) => withoutFailureText(await send(url, { ...init, signal: limit }));
    if (init.method !== "POST") return once(signal);
    return retry({
      backoffPlan: plan,
      signal,
      now,
      send: () => withinTime(once, signal, attemptMs),
      retryAfterOf: ({ headers }) => headers.get("retry-after"),
    });
  };
}

/** The limit ends when the answer begins, because the rest of it is a stream. */
async function withinTime(
  once: (limit: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  attemptMs: number,
): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${attemptMs / 1000} s`)), attemptMs);
  return once(AbortSignal.any([signal, limit.signal])).finally(() => clearTimeout(timer));
}

async function withoutFailureText(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  if (status < 400) return answer;
  await answer.body?.cancel();
  return new Response(`status ${status}`, { status, headers });
}
