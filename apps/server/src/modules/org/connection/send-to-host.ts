import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { hostFailure } from "../../../platform/net/host-failure.ts";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";

/** A host that is silent for this long, before or within its answer, counts as down. The limit leaves time for a model to think. */
const SILENCE_MS = 120_000;

/** Statuses that may be passed on. Node's parser lets more through. */
const STATUSES = { least: 200, most: 599 };

export interface HostBody {
  stream: Readable;
  /** The length of the stream. Undefined: not known before its end. */
  lengthBytes: number | undefined;
}

export interface RequestToHost {
  /** The address of the connection. */
  url: string;
  privateKey: string;
  method: string;
  /** With the query. Begins with a slash. */
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: HostBody | undefined;
  /** Gives up the request, and the answer that is under way. */
  signal?: AbortSignal;
}

/** The host's answer, whatever its status, with the body still to be read. Fails with `host-unreachable` or `host-address-private`. */
export async function sendToHost(network: OutsideNetwork, sent: RequestToHost): Promise<IncomingMessage> {
  const { method, signal, body } = sent;
  const target = new URL(sent.url + sent.path);
  const headers = { ...sent.headers, ...framing(body), authorization: `Bearer ${sent.privateKey}` };
  try {
    const request = network.request(target, { method, headers, ...(signal ? { signal } : {}) });
    const answer = answerOf(request);
    if (body) await Promise.race([answer, pipeline(body.stream, request).then(() => answer)]);
    else request.end();
    return await answer;
  } catch (cause) {
    throw hostFailure(target.host, cause);
  }
}

/** Set for every method: without it, Node writes the body of a DELETE without a length, and a host would read the body as the next request. */
function framing(body: HostBody | undefined): OutgoingHttpHeaders {
  if (!body) return {};
  return body.lengthBytes === undefined ? { "transfer-encoding": "chunked" } : { "content-length": body.lengthBytes };
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= STATUSES.least && statusCode <= STATUSES.most) return resolve(answer);
      answer.destroy();
      reject(new Error(`it answered with status ${statusCode}`));
    });
    // Kept, because if a body breaks off after the answer has begun, the answer itself fails.
    request.on("error", reject);
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error(`it was silent for ${SILENCE_MS / 1000} s`)));
  });
}
