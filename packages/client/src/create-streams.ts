import { CHAT_STREAM_END } from "@callwright/contract";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { ApiError, ServerUnreachableError } from "./api-error.ts";
import type { LooseOptions } from "./build-request.ts";
import { readAnswer, requestIdOf, toAnswer } from "./read-answer.ts";
import { parseAddress, type RouteAddress, routeAddresses } from "./route-addresses.ts";
import type { Streams } from "./route-types.ts";
import { type ClientOptions, sendRequest } from "./send-request.ts";

/**
 * Makes the functions of the routes that answer with a stream of events: each sends its body with `stream: true` and yields the events
 * as they come. The request is sent when the first is asked for, and ends when the loop over them does: then the answer ends too, unless
 * an `idempotencyKey` was given, with which one can come back for it. Fails as `createClient`.
 */
export function createStreams(options: ClientOptions): Streams {
  const streams = Object.entries(routeAddresses).flatMap(([name, address]) => {
    const route = parseAddress(address);
    return route.hasEvents ? [[name, (callOptions: LooseOptions) => streamEvents(options, route, callOptions)]] : [];
  });
  return Object.fromEntries(streams) as Streams;
}

async function* streamEvents(options: ClientOptions, route: RouteAddress, callOptions: LooseOptions): AsyncGenerator<unknown> {
  const { body, signal } = callOptions;
  const request = { ...callOptions, body: { ...(body as object), stream: true } };
  const events = await sendRequest(options, route, request, readEvents);
  if ("text" in events) {
    readAnswer(events);
    throw new ApiError(
      events.response.status,
      events.text,
      requestIdOf(events.response),
      "The server did not answer with a stream.",
    );
  }
  const reader = events.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (read.value.data !== CHAT_STREAM_END) yield JSON.parse(read.value.data);
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerUnreachableError(options.baseUrl, error);
  } finally {
    // Gives the connection back, or ends the answer when nobody reads on.
    reader.cancel().catch(() => undefined);
  }
}

/** The events of a stream; of any other answer its text. */
async function readEvents(response: Response) {
  const isStream = response.ok && response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!response.body || !isStream) return toAnswer(response);
  return response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}
