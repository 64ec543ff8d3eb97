import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { timeLimit } from "@callwright/contract";
import { hideSecrets } from "@callwright/engine";
import type { OutsideNetwork } from "./outside-network.ts";
import { requestSecrets } from "./request-secrets.ts";

export interface OutsideRequest extends StreamedRequest {
  /** From the connection to the last byte. */
  timeoutMs: number;
  /** Maximum bytes of the answer that are read. */
  maxBytes: number;
  /** The encoding of the answer's text. Default `utf8`. `latin1` keeps every byte as a character. */
  encoding?: BufferEncoding | undefined;
  /** See `requestSecrets`. */
  secrets?: readonly string[];
  chosen?: readonly string[] | undefined;
}

export interface OutsideAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The unchanged text, cut at `maxBytes`. Secrets of the request are hidden. */
  text: string;
  isCut: boolean;
  /** Absent where it is not measured. */
  times?: RequestTimes;
}

/** Where the time of a request went. A connection that was open already has no parts of its own. */
interface RequestTimes {
  /** With the lookup of the name. */
  connectMs?: number;
  secureMs?: number;
  /** Until the answer begins. */
  serverMs: number;
  readMs: number;
}

/** When a connection was ready, by `performance.now()`. */
interface Marks {
  connected?: number;
  secured?: number;
}

/** A request whose answer is streamed. */
export interface StreamedRequest {
  method: string;
  url: URL;
  headers: OutgoingHttpHeaders;
  body?: string;
  /** Ends the request and its answer. */
  signal: AbortSignal;
}

/** Sends a small request to somebody's server, and reads the answer, without the secrets of the request. Fails as `OutsideNetwork` does, or when it takes too long. */
export async function askOutside(network: OutsideNetwork, sent: OutsideRequest): Promise<OutsideAnswer> {
  const { timeoutMs, maxBytes, encoding } = sent;
  const tooLate = timeLimit(timeoutMs);
  const signal = AbortSignal.any([tooLate, sent.signal]);
  try {
    const [started, marks]: [number, Marks] = [performance.now(), {}];
    const answer = await openAnswer(network, { ...sent, signal }, marks);
    const answered = performance.now();
    const { text, isCut } = await readStart(answer, maxBytes, encoding);
    const shown = hideSecrets(text, requestSecrets(sent));
    const times = timesOf(started, marks, answered, performance.now());
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: shown, isCut, times };
  } catch (cause) {
    if (tooLate.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s`, { cause });
    throw cause;
  }
}

function timesOf(started: number, { connected, secured }: Marks, answered: number, ended: number): RequestTimes {
  const ready = secured ?? connected ?? started;
  return {
    ...(connected !== undefined && { connectMs: connected - started }),
    ...(connected !== undefined && secured !== undefined && { secureMs: secured - connected }),
    serverMs: answered - ready,
    readMs: ended - answered,
  };
}

/** Sends a small request to somebody's server. Resolves when its answer begins; fails as `OutsideNetwork` does. `marks` is filled in. */
export function openAnswer(network: OutsideNetwork, sent: StreamedRequest, marks: Marks = {}): Promise<IncomingMessage> {
  const { method, url, headers, body = "", signal } = sent;
  return new Promise((resolve, reject) => {
    const length = { "content-length": Buffer.byteLength(body) };
    const request = network.request(url, { method, headers: { ...headers, ...length }, signal });
    request.once("response", resolve);
    request.once("socket", (socket) => {
      if (!socket.connecting) return;
      socket.once("connect", () => {
        marks.connected = performance.now();
      });
      socket.once("secureConnect", () => {
        marks.secured = performance.now();
      });
    });
    // Kept, because if a body breaks off after the answer has begun, the answer itself fails.
    request.on("error", reject);
    request.end(body);
  });
}

async function readStart(
  answer: IncomingMessage,
  maxBytes: number,
  encoding: BufferEncoding = "utf8",
): Promise<Pick<OutsideAnswer, "text" | "isCut">> {
  const decoder = new StringDecoder(encoding);
  let text = "";
  let left = maxBytes;
  // Leaving the loop ends the connection.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    // Half a letter at the cut is left out.
    text += decoder.write(chunk.subarray(0, Math.max(left, 0)));
    left -= chunk.length;
    if (left < 0) break;
  }
  return { text, isCut: left < 0 };
}
