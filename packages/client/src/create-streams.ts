import { CHAT_STREAM_END } from "@callwright/contract";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { ApiError, ServerUnreachableError } from "./api-error.ts";
import type { LooseOptions } from "./build-request.ts";
import { createCancelTokens } from "./cancel-tokens.ts";
import { parseAddress, type RouteAddress, routeAddresses } from "./route-addresses.ts";
import type { Streams } from "./route-types.ts";
import { type ClientOptions, sendRequest } from "./send-request.ts";

/**
 * Makes the functions of the routes that answer with a stream of events: each sends its body with `stream: true` and yields the events
 * as they come. The request is sent when the first is asked for, and ends when the loop over them does: then the answer ends too, unless
 * an `idempotencyKey` was given, with which one can come back for it. Fails as `createClient`.
 */
export function createStreams(options: ClientOptions): Streams {
  const tokens = createCancelTokens();
  async function* stream(route: RouteAddress, callOptions: LooseOptions) {
    const { signal, end } = tokens.begin(callOptions);
    try {
      yield* streamEvents(options, route, { ...callOptions, signal });
    } finally {
      end();
    }
  }
  const streams = Object.entries(routeAddresses).flatMap(([name, address]) => {
    const route = parseAddress(address);
    return route.hasEvents ? [[name, (callOptions: LooseOptions) => stream(route, callOptions)]] : [];
  });
  return { ...Object.fromEntries(streams), abort: tokens.abort } as Streams;
}

async function* streamEvents(options: ClientOptions, route: RouteAddress, callOptions: LooseOptions): AsyncGenerator<unknown> {
  const { body, signal } = callOptions;
  const request = { ...callOptions, body: { ...(body as object), stream: true } };
  const reader = (await sendRequest(options, route, request, readEvents)).getReader();
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

/** The events of a success. Fails with an `ApiError` when it is no stream of them. */
async function readEvents(response: Response) {
  if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream"))
    throw new ApiError(response, await response.text(), "The server did not answer with a stream.");
  return response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}
