import type { ErrorBody } from "@callwright/contract";

/** One server-sent event. */
export interface ServerSentEvent {
  /** The event's name, for clients that distinguish events by it. */
  event?: string;
  /** One line. */
  data: string;
}

export type SendEvent = (event: ServerSentEvent) => void;

/**
 * What a handler returns instead of a value if its client asked for a stream. All refusals happen before, with an error body; from here on, the
 * status has been sent.
 */
export class EventStream {
  /**
   * Sends the events as they happen, and ends by itself: if the client disconnects (`signal` of the request), nothing more is sent, but results are
   * still stored. Resolves with few events that together say the same, for a retry of the request.
   */
  readonly run: (send: SendEvent) => Promise<readonly ServerSentEvent[]>;
  /** The events that say how `run` failed. */
  readonly toFailureEvents: (error: ErrorBody) => readonly ServerSentEvent[];

  constructor(run: EventStream["run"], toFailureEvents: EventStream["toFailureEvents"]) {
    this.run = run;
    this.toFailureEvents = toFailureEvents;
  }
}

export const EVENT_STREAM_TYPE = "text/event-stream; charset=utf-8";

export function formatEvents(events: readonly ServerSentEvent[]): string {
  return events.map(({ event, data }) => `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`).join("");
}

/**
 * Runs a stream, as the body of a response. It does not wait for a slow reader: the source of the events limits their number.
 * `toErrorBody` makes the error body of what `run` threw, and logs it.
 */
export function eventStreamBody(stream: EventStream, toErrorBody: (error: unknown) => ErrorBody): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (events: readonly ServerSentEvent[]) => {
        if (isOpen) controller.enqueue(encoder.encode(formatEvents(events)));
      };
      void stream
        .run((event) => send([event]))
        .catch((error: unknown) => send(stream.toFailureEvents(toErrorBody(error))))
        .finally(() => {
          if (isOpen) controller.close();
          isOpen = false;
        });
    },
    cancel() {
      isOpen = false;
    },
  });
}
