import type { ChildProcess } from "node:child_process";
import { startIsolated } from "../isolated-process.ts";

const PROCESS = new URL("./code-process.js", import.meta.url);
const HEAP_MAX_MEGABYTES = 256;
/** Processes that have started and wait for a run. */
const WARM = 2;
/** Warm processes end after this time without a code tool in a conversation, and without a run. Each takes about 60 MB. */
const KEPT_MS = 300_000;

/** Starts the processes of `CodeRuns` ahead. Each runs the code of one tool call, so organizations share none. */
export class CodeProcesses {
  readonly #warm: ChildProcess[] = [];
  #kept: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** A process without a run. The caller ends it. */
  take(): ChildProcess {
    const taken = this.#warm.shift() ?? startIsolated(PROCESS, { heapMaxMegabytes: HEAP_MAX_MEGABYTES });
    this.warm();
    return taken;
  }

  /** Code may run soon. */
  warm(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#kept);
    this.#kept = setTimeout(() => this.#end(), KEPT_MS).unref();
    while (this.#warm.length < WARM) this.#warm.push(this.#start());
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#kept);
    this.#end();
  }

  #start(): ChildProcess {
    const child = startIsolated(PROCESS, { heapMaxMegabytes: HEAP_MAX_MEGABYTES });
    const forget = () => {
      const at = this.#warm.indexOf(child);
      if (at >= 0) this.#warm.splice(at, 1);
    };
    child.on("error", forget);
    child.once("exit", forget);
    return child;
  }

  #end(): void {
    for (const child of this.#warm.splice(0)) child.kill("SIGKILL");
  }
}
