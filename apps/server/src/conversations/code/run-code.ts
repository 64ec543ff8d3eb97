import { startIsolated } from "../../isolation/isolated-process.ts";
import type { CodeAnswer, CodeEnd, CodeRequest, CodeRun, FromCode, ToCode } from "./code-messages.ts";

export interface RunCodeOptions extends CodeRun {
  /** Answers a request of the code. Never fails. */
  fetch: (request: CodeRequest, signal: AbortSignal) => Promise<CodeAnswer>;
  signal: AbortSignal;
}

const PROCESS = new URL("./code-process.js", import.meta.url);
/** The start of the process, on a busy machine. */
const START_MAX_MS = 10_000;
const HEAP_MAX_MEGABYTES = 256;
const REQUESTS_MAX = 20;

/** Runs the code of one tool call in a process of its own, and ends it. Never fails: what goes wrong is an `error`. */
export function runCode({ code, globals, timeoutMs, fetch, signal }: RunCodeOptions): Promise<CodeEnd> {
  const ended = new AbortController();
  const limits = { timeoutMs: timeoutMs + START_MAX_MS, heapMaxMegabytes: HEAP_MAX_MEGABYTES };
  const child = startIsolated(PROCESS, limits);
  const requests = AbortSignal.any([ended.signal, signal]);
  let sent = 0;

  const say = (message: ToCode) => {
    if (child.connected) child.send(message, () => {});
  };

  async function answer(id: number, request: CodeRequest): Promise<void> {
    sent += 1;
    const answered =
      sent > REQUESTS_MAX ? { error: `A run sends at most ${REQUESTS_MAX} requests.` } : await fetch(request, requests);
    say({ type: "fetched", id, answer: answered });
  }

  return new Promise<CodeEnd>((resolve) => {
    const stop = () => resolve({ error: "Nobody waits for the code any more." });
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { signal: ended.signal });
    child.on("message", (message: FromCode) => {
      if (message.type === "ended") resolve(message.end);
      else void answer(message.id, message.request);
    });
    child.once("error", () => resolve({ error: "The process of the code could not be started." }));
    child.once("exit", () => resolve({ error: "The code used too much time or memory and was ended." }));
    say({ type: "run", code, globals, timeoutMs });
  }).finally(() => {
    ended.abort();
    child.kill("SIGKILL");
  });
}
