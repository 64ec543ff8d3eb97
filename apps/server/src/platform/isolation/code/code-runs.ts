import type { ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import { timeLimit } from "@callwright/contract";
import { FairSemaphore, SemaphoreFull } from "../fair-semaphore.ts";
import type { CodeAnswer, CodeEnd, CodeRequest, CodeRun, FromCode, ToCode } from "./code-messages.ts";
import { CodeProcesses } from "./code-processes.ts";

export interface RunCodeOptions extends CodeRun {
  /** Answers a request of the code. Never fails. */
  fetch: (request: CodeRequest, signal: AbortSignal) => Promise<CodeAnswer>;
  signal: AbortSignal;
}

/** For the start of the process, which gets the processor after the sound of calls. */
const START_MAX_MS = 30_000;
/** For the process to end by itself, with the reason, after the time of its code. */
const END_MAX_MS = 10_000;
/**
 * Processes of a node: many of them wait for a server. One organization gets at most half, and a quarter is reserved for organizations without any.
 */
const SLOTS = Math.min(32, Math.max(8, 4 * availableParallelism()));
const LIMITS = { slots: SLOTS, slotsPerGroup: SLOTS / 2, reservedSlots: SLOTS / 4, waitingPerGroup: 100 };
/** A shorter wait for a slot is not worth a word. */
const SHORT_WAIT_MS = 500;

/** Runs the code of tools, each run in a separate process, with a limit on simultaneous runs on this node. */
export class CodeRuns {
  readonly #slots: FairSemaphore;
  readonly #processes = new CodeProcesses();

  constructor(limits = LIMITS) {
    this.#slots = new FairSemaphore(limits);
  }

  /** Called when a conversation has a code tool. */
  warm(): void {
    this.#processes.warm();
  }

  /**
   * Runs the code of one tool call when its organization's turn comes. The wait counts in `timeoutMs`; the start of a process does not. Never fails:
   * a failure is an `error`.
   */
  async run(orgId: string, options: RunCodeOptions): Promise<CodeEnd> {
    const { timeoutMs, signal } = options;
    const [startedMs, tooLate] = [performance.now(), timeLimit(timeoutMs)];
    try {
      return await this.#slots.run(
        orgId,
        async () => {
          const waitedMs = performance.now() - startedMs;
          const end = await runCode(this.#processes.take(), {
            ...options,
            timeoutMs: Math.max(1, Math.ceil(timeoutMs - waitedMs)),
          });
          return "error" in end && waitedMs > SHORT_WAIT_MS ? { error: `${end.error} ${waitedFor(waitedMs, timeoutMs)}` } : end;
        },
        AbortSignal.any([signal, tooLate]),
      );
    } catch (error) {
      if (error instanceof SemaphoreFull)
        return { error: "The code was not run: too many runs of the organization wait already. Try again later." };
      if (signal.aborted) return { error: NOBODY_WAITS };
      if (tooLate.aborted)
        return { error: `The code was not run within ${timeoutMs / 1000} s: other code of the organization was running.` };
      throw error;
    }
  }

  close(): void {
    this.#processes.close();
  }
}

const KILLED = "The code used too much time or memory and was ended.";
const NOBODY_WAITS = "Nobody waits for the code any more.";

function waitedFor(waitedMs: number, timeoutMs: number): string {
  return `${(waitedMs / 1000).toFixed(1)} s of its ${timeoutMs / 1000} s were spent waiting for other code of the organization.`;
}

/** Ends the process. Never fails. */
function runCode(child: ChildProcess, { code, globals, timeoutMs, fetch, signal }: RunCodeOptions): Promise<CodeEnd> {
  const ended = new AbortController();
  const requests = AbortSignal.any([ended.signal, signal]);
  const say = (message: ToCode) => {
    if (child.connected) child.send(message, () => {});
  };

  let hasStarted = false;
  let tooLate: NodeJS.Timeout | undefined;
  return new Promise<CodeEnd>((resolve) => {
    const notStarted = { error: `The code was not run: its process did not start within ${START_MAX_MS / 1000} s.` };
    tooLate = setTimeout(() => resolve(notStarted), START_MAX_MS);
    const stop = () => resolve({ error: NOBODY_WAITS });
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { signal: ended.signal });
    child.on("message", (message: FromCode) => {
      if (message.type === "ended") resolve(message.end);
      else if (message.type === "started") {
        // Code that has left its engine could send it again.
        if (hasStarted) return;
        hasStarted = true;
        clearTimeout(tooLate);
        tooLate = setTimeout(() => resolve({ error: KILLED }), timeoutMs + END_MAX_MS);
      } else void fetch(message.request, requests).then((answer) => say({ type: "fetched", id: message.id, answer }));
    });
    child.once("error", () => resolve({ error: "The process of the code could not be started." }));
    child.once("exit", () => resolve({ error: KILLED }));
    say({ type: "run", code, globals, timeoutMs });
  }).finally(() => {
    ended.abort();
    clearTimeout(tooLate);
    child.kill("SIGKILL");
  });
}
