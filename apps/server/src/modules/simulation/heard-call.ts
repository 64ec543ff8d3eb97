import { type CallEvent, type CallEventPayload, type TestTurn, turnsOf, turnWaitMs } from "@callwright/contract";

/** What the tester of a voice test knows about its call: the call's events as they arrive. */
export class HeardCall {
  readonly #events: CallEvent[] = [];
  #waiting: (() => void) | undefined;

  hear(events: readonly CallEvent[]): void {
    this.#events.push(...events);
    this.#waiting?.();
  }

  get count(): number {
    return this.#events.length;
  }

  since(count: number): readonly CallEvent[] {
    return this.#events.slice(count);
  }

  /** Set when the call has ended. */
  get end(): CallEventPayload<"call.ended"> | undefined {
    return this.#events.flatMap((event) => (event.type === "call.ended" ? [event.payload] : []))[0];
  }

  /** Resolves when something happens, or the signal aborts. */
  change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        this.#waiting = undefined;
        resolve();
      };
      this.#waiting = done;
      if (signal.aborted) done();
      else signal.addEventListener("abort", done);
    });
  }

  /** Resolves when `isSo` holds, when the call has ended, or when the signal aborts. */
  async until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isSo() && !this.end && !signal.aborted) await this.change(signal);
  }
}

type Said = CallEventPayload<"assistant.said">;

const saidBy = (events: readonly CallEvent[]): Said[] =>
  events.flatMap((event) => (event.type === "assistant.said" ? [event.payload] : []));

export const wordsOf = (events: readonly CallEvent[]) =>
  saidBy(events)
    .map(({ text }) => text.trim())
    .join(" ");

/** Nobody speaks, and no tool runs. */
export function isQuiet(events: readonly CallEvent[]): boolean {
  const open = new Set<string>();
  for (const { type, payload } of events) {
    if (type === "speech.started") open.add(payload.role);
    else if (type === "speech.stopped") open.delete(payload.role);
    else if (type === "tool.called") open.add(payload.id);
    else if (type === "tool.answered") open.delete(payload.id);
  }
  return open.size === 0;
}

/** The agent speaks, has spoken or calls a tool. */
export function isBegun(events: readonly CallEvent[]): boolean {
  return events.some(
    ({ type, payload }) =>
      type === "assistant.said" || type === "tool.called" || (type === "speech.started" && payload.role === "assistant"),
  );
}

/** Whether the agent has spoken after the caller's last words, and after the last answer of a tool. */
export function isAnswered(events: readonly CallEvent[]): boolean {
  const lastOf = (...types: CallEvent["type"][]) => events.findLastIndex(({ type }) => types.includes(type));
  const heard = lastOf("user.said");
  return heard !== -1 && lastOf("assistant.said") > Math.max(heard, lastOf("tool.answered")) && isQuiet(events);
}

/** The result of a message of the tester. `waitedMs`: how long the tester waited for an answer. */
export function turnOf(said: string, events: readonly CallEvent[], waitedMs: number): TestTurn {
  // The wait of a turn without sound does not count, because the tester waited longer.
  const answered = [...turnsOf(events).values()].filter(
    ({ trigger, firstFrameSentMs }) => trigger === "speech" && firstFrameSentMs !== undefined,
  );
  const waits = answered.map(turnWaitMs);
  const heard = events.flatMap((event) => (event.type === "user.said" ? [event.payload.text.trim()] : []));
  const agent = saidBy(events).findLast(({ speaker }) => speaker !== undefined)?.speaker;
  return {
    said,
    heard: heard.join(" "),
    answer: wordsOf(events),
    durationMs: Math.round(waits.length > 0 ? Math.max(...waits) : waitedMs),
    toolCalls: toolCallsOf(events),
    ...(agent !== undefined && { agent }),
  };
}

function toolCallsOf(events: readonly CallEvent[]): TestTurn["toolCalls"] {
  return events.flatMap((event, index) => {
    if (event.type !== "tool.called") return [];
    const { id, name, arguments: given } = event.payload;
    // Models may use an id again: the next answer is the call's.
    const answer = events.slice(index).find((each) => each.type === "tool.answered" && each.payload.id === id);
    const { result, failed } = answer?.type === "tool.answered" ? answer.payload : { result: "", failed: true };
    return [{ name, arguments: given, result, failed }];
  });
}
