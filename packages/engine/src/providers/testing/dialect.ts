import type { IncomingMessage } from "node:http";

export interface FakeCall {
  id: string;
  name: string;
  /** JSON text, streamed in pieces where the protocol has pieces. */
  arguments: string;
}

/** A model's thought before its answer, signed by its provider. */
export interface FakeThought {
  thought: string;
  signature: string;
}

/** Words, a call of a tool, or a thought. Anthropic's dialect and OpenAI's Responses have thoughts. */
export type FakePart = string | FakeCall | FakeThought;

/** Cached tokens are a part of the input. */
export interface FakeUsage {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
}

type Chunk = string | Uint8Array;

/** One answer as it is streamed. */
export interface FakeStream {
  begin(): Chunk[];
  part(part: FakePart): Chunk[];
  end(usage: FakeUsage): Chunk[];
  /** A failure within the stream. */
  fail(message: string): Chunk[];
}

/** A request in words that all protocols share. */
export interface ReadRequest {
  system: string;
  turns: ReadTurn[];
  tools: string[];
  maxTokens: unknown;
  temperature: unknown;
}

export type ReadTurn =
  | { role: "user" | "assistant"; text: string }
  | { role: "call"; name: string; arguments: unknown }
  | { role: "answer"; result: string };

/** A service's refusal of a request. `details` are further fields of its error. */
export interface Refusal {
  status: number;
  message: string;
  details?: Readonly<Record<string, unknown>>;
}

/** A protocol of language models, from the server's side. Each dialect's file names the document it follows. */
export interface Dialect {
  contentType: string;
  /** Path of the base URL, as `/v1`. */
  basePath: string;
  /** The model of a chat request; undefined for another request. */
  modelOf(request: IncomingMessage, body: Record<string, unknown>): string | undefined;
  keyOf(request: IncomingMessage): string;
  stream(model: string, usage: FakeUsage, body: Record<string, unknown>): FakeStream;
  /** The refusal of a wrong key. */
  refusal(key: string): Refusal;
  errorBody(refusal: Refusal): unknown;
  /** Of a request that the service does not take: an unknown field, a wrong value, a missing header, a wrong order. */
  refusalOf(request: IncomingMessage, body: Record<string, unknown>, model: string): Refusal | undefined;
  read(body: Record<string, unknown>): ReadRequest;
}

/** The text in pieces of three characters. */
export const pieces = (text: string): string[] => text.match(/.{1,3}/gs) ?? [];

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
