import type { IncomingHttpHeaders } from "node:http";
import type { TakenRequests } from "./transcriber-requests.ts";

/** The meaning of a client's message, in the protocol of a service. */
export type ClientMessage =
  /** `samples`: mono, at the service's rate. */
  | { type: "sound"; samples: Int16Array }
  /** The first message. `key`: if the protocol has it there. */
  | { type: "start"; key?: string | undefined; refusal?: string | undefined }
  /** No sound follows: the last words are wanted. */
  | { type: "end" }
  /** The caller stopped speaking. */
  | { type: "stopped-speaking" }
  /** The sound so far is one utterance. */
  | { type: "commit" };

/** An utterance in a service's messages. */
export interface Utterance {
  /** Interim texts, each with all words so far. */
  growing: readonly string[];
  text: string;
  confidence: number;
  /** In seconds of sound. */
  startSeconds: number;
  endSeconds: number;
}

export interface Refusal {
  status: number;
  message: string;
}

/** A service's protocol over WebSocket, as its server speaks it. Messages are sent as JSON. */
export interface StreamingDialect {
  /** The page that documents the protocol. */
  readonly source: string;
  readonly path: string;
  readonly takes: TakenRequests;
  /** In Hz. Default 16,000. */
  readonly sampleRate?: number;
  /** The key in the headers of the handshake; undefined if the first message has it, or no header carries one. */
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  read(data: Buffer, isBinary: boolean): ClientMessage;
  /** The client speaks first. */
  readonly startsWithMessage?: boolean;
  /** The server does not detect by itself that the caller stopped. */
  readonly isToldPauses?: boolean;
  /** The server's message that it is ready for sound. */
  readonly greeting?: object;
  growing(utterance: Utterance, index: number): object[];
  final(utterance: Utterance): object[];
  /** Whether the service tells a confidence. */
  readonly tellsConfidence: boolean;
  /** The last messages after the end of the sound. */
  readonly farewell?: readonly object[];
  /** The server's answer to a commit without sound. */
  readonly nothingToCommit?: object;
  /** How the server refuses. Default: an HTTP status at the handshake. */
  refuse?(refusal: Refusal): { message?: object; close?: { code: number; reason: string } };
}

/** A service that is asked about each utterance, over HTTP. */
export interface UtteranceDialect {
  readonly source: string;
  readonly path: string | RegExp;
  readonly takes: TakenRequests;
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** The WAV file in the request. */
  waveIn(body: Buffer, headers: IncomingHttpHeaders): Buffer;
  /** Whether the service tells a confidence. */
  readonly tellsConfidence: boolean;
  /** Why this body is refused. */
  refusal?(body: Buffer, url: URL): string | undefined;
  answer(utterance: Utterance): object;
  refuse(refusal: Refusal): object;
}

/** Samples of 16-bit little-endian sound. */
export function samplesOf(bytes: Buffer): Int16Array {
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~1)));
}

export const jsonIn = (data: Buffer): Record<string, unknown> => JSON.parse(data.toString()) as Record<string, unknown>;
export const bearerOf = ({ authorization }: IncomingHttpHeaders) => authorization?.replace(/^(Bearer|Token) /, "");
export const textHeader = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);
