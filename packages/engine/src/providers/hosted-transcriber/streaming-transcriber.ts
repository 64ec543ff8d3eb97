import type { HostedService, ServiceFailure } from "./hosted-service.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Words that a service recognized. */
export interface HeardWords {
  text: string;
  /** The words do not change any more. */
  final: boolean;
  /** From 0 to 1. Absent: the service reports none. */
  confidence?: number | undefined;
  /** Such as `de`. Absent: the language of the transcriber. */
  language?: string | undefined;
}

/** The meaning of one message of a service. */
export type ServiceMessage =
  | ({ type: "words" } & HeardWords)
  /** The service accepts sound from now on. */
  | { type: "ready" }
  /** All sound before the finish message is transcribed. */
  | { type: "ended" }
  | ({ type: "failed" } & ServiceFailure);

/** Address of a connection. Contains no key, because it may be shown. */
export interface SocketAddress {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** The messages of a service over one connection. Its state is the recognized words so far. */
export interface ServiceProtocol {
  /** Messages before the first sound. */
  readonly first?: readonly string[];
  /** Sound waits for a `ready` message. Default false. */
  readonly awaitsReady?: boolean;
  /** Sound as the service takes it. Default: the samples, little-endian, in a binary message. */
  encode?(samples: Int16Array): string | Uint8Array;
  /** The message that the caller has stopped speaking, for a service that does not detect it. */
  readonly endOfSpeech?: string;
  /** The message after the last sound. The service then sends its last words and `ended`, or closes. Absent: it has no such message. */
  finish?(): string;
  /** Reads a message of the service. Throws for an unknown message. */
  read(message: JsonObject): Iterable<ServiceMessage>;
  /** Reads why the service closes the connection. */
  readClose?(code: number, reason: string): ServiceFailure | undefined;
}

/** A service that transcribes over a WebSocket while the caller speaks. */
export interface StreamingTranscriber extends HostedService {
  /** The language of words for which the service names none; "" if it is unknown. */
  readonly language: string;
  /** In Hz, of the sound that the service takes. Default 16,000. */
  readonly sampleRate?: number;
  /** Words of a lower confidence are dropped. Default 0. */
  readonly confidenceThreshold?: number | undefined;
  /** Only final words are passed on. Default false. */
  readonly finalOnly?: boolean | undefined;
  /** Asked before each connection. Fails with a `ProviderError`. */
  address(signal: AbortSignal): SocketAddress | Promise<SocketAddress>;
  open(): ServiceProtocol;
}
