import { CHAT_STREAM_END, nounAddresses, type platformRoutes } from "@callwright/contract";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { ApiError, ServerUnreachableError } from "./api-error.ts";
import type { LooseOptions } from "./build-request.ts";
import { createCancelTokens } from "./cancel-tokens.ts";
import { inGroups } from "./groups.ts";
import { parseAddress, type RouteAddress } from "./route-address.ts";
import type { Streams, StreamsOf } from "./route-types.ts";
import { type ClientOptions, sendRequest } from "./send-request.ts";

/**
 * Creates one function per route that streams events. Each sends its body with `stream: true` and yields the events as they arrive.
 * The request is sent with the first iteration and aborted when the loop ends. The server then stops the reply, unless
 * the request has an `idempotencyKey`, with which it can be resumed. Throws like `createClient`.
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
  const streams = Object.entries<string>(nounAddresses).flatMap(([name, address]) => {
    const route = parseAddress(address);
    return route.hasEvents ? [[name, (callOptions: LooseOptions) => stream(route, callOptions)]] : [];
  });
  const calls = { ...Object.fromEntries(streams), abort: tokens.abort } as StreamsOf<typeof platformRoutes>;
  return { ...calls, ...inGroups(calls) };
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
    // Releases the connection, or aborts the response if the loop ended early.
    reader.cancel().catch(() => undefined);
  }
}

/** The events of a successful response. Throws `ApiError` if it is not an event stream. */
async function readEvents(response: Response) {
  if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream"))
    throw new ApiError(response, await response.text(), "The server did not return a stream.");
  return response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}
