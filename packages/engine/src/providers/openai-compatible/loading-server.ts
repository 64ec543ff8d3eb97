import { setTimeout as wait } from "node:timers/promises";
import { APICallError } from "ai";

/** How long a server that loads its model is asked again, in milliseconds. */
const LOADING_MAX_MS = 10_000;
const FIRST_WAIT_MS = 250;
const WAIT_MAX_MS = 2_000;

/**
 * Waits for a server that still loads its model. llama.cpp answers 503 with "Loading model", Hugging Face's servers with "is currently loading",
 * gateways with `Retry-After`. The caller has heard nothing yet, and the model will be ready soon.
 */
export class LoadingServer {
  #waitedMs = 0;
  #nextMs = FIRST_WAIT_MS;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<unknown>;

  /** `waitFor` rejects when the signal aborts. Default: in real time. */
  constructor(waitFor: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) => wait(ms, undefined, { signal })) {
    this.#wait = waitFor;
  }

  /** False: the server does not load, or loads for too long. Rejects when the signal aborts. */
  async isWorthAnotherTry(error: unknown, signal: AbortSignal): Promise<boolean> {
    if (!APICallError.isInstance(error) || error.statusCode !== 503) return false;
    const askedMs = Number(error.responseHeaders?.["retry-after"]) * 1000;
    if (!(askedMs >= 0) && !/loading|starting up|warming up/i.test(`${error.message} ${error.responseBody ?? ""}`)) return false;
    const ms = askedMs >= 0 ? Math.max(askedMs, FIRST_WAIT_MS) : this.#nextMs;
    if (this.#waitedMs + ms > LOADING_MAX_MS) return false;
    this.#waitedMs += ms;
    this.#nextMs = Math.min(this.#nextMs * 2, WAIT_MAX_MS);
    await this.#wait(ms, signal);
    return true;
  }
}
