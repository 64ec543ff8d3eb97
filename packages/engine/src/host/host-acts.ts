import type { CallHostProcess } from "./call-host-process.ts";
import type { FromHost, ToolAct, ToolRequest } from "./call-host-protocol.ts";

/** Runs a tool of a call. Should not fail; the model learns only that the tool failed. */
export type RunAct = (callId: string, act: ToolRequest, signal: AbortSignal) => Promise<ToolAct>;

type Request<Type extends FromHost["type"]> = Extract<FromHost, { type: Type }>;

/** Tools that the server runs for its hosts. A tool continues when its host or its call has ended, because its work may be half done. */
export class HostActs {
  readonly #run: RunAct;
  readonly #onFailure: (callId: string, cause: unknown) => void;
  readonly #open = new Map<CallHostProcess, Map<string, AbortController>>();

  constructor(run: RunAct, onFailure: (callId: string, cause: unknown) => void) {
    this.#run = run;
    this.#onFailure = onFailure;
  }

  async act({ requestId, callId, act: request }: Request<"act">, host: CallHostProcess): Promise<void> {
    const canceled = new AbortController();
    const open = this.#open.get(host) ?? new Map<string, AbortController>();
    this.#open.set(host, open.set(requestId, canceled));
    const act = await this.#outcomeOf(callId, request, canceled.signal);
    open.delete(requestId);
    if (open.size === 0) this.#open.delete(host);
    if (!canceled.signal.aborted) host.send({ type: "acted", requestId, callId, ...act });
  }

  cancel({ requestId }: Request<"cancel-act">, host: CallHostProcess): void {
    this.#open.get(host)?.get(requestId)?.abort();
  }

  async #outcomeOf(...[callId, request, signal]: Parameters<RunAct>): Promise<ToolAct> {
    try {
      return await this.#run(callId, request, signal);
    } catch (error) {
      this.#onFailure(callId, error);
      return { outcome: { result: "The tool failed unexpectedly.", failed: true } };
    }
  }
}
