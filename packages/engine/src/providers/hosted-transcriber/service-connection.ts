import { guarded } from "@callwright/contract";
import type { WebSocket } from "ws";
import { writePcm } from "../../media/wave.ts";
import { failureOf, notUnderstood, serviceError, tooLate } from "./hosted-service.ts";
import { parseObject } from "./json-fields.ts";
import type { HeardWords, ServiceMessage, ServiceProtocol, StreamingTranscriber } from "./streaming-transcriber.ts";

/** The service must answer this often. */
const PING_MS = 10_000;
/** After this time without sound from the caller, a service gets silence: most services close a connection without sound after 10 s or more. */
const SILENCE_AFTER_MS = 5_000;
/** The last words must come within this time after the last sound. */
const FINISH_MS = 3_000;
/** A service without an `ended` message has this long for its last words. */
const LAST_WORDS_MS = 1_000;
/** The service closes the connection within this time, or the connection is cut. */
const CLOSE_MS = 1_000;
/** Maximum sound that waits for a slow connection: 10 s of it, in base64. */
const UNSENT_MAX_BYTES = 10 * 16_000 * 2 * 1.4;

/**
 * An open connection to a service.
 *
 * ```
 *   opened ── first messages ──▶ awaits ready ──▶ takes sound ── finish ──▶ finishing ── ended, closed, or 3 s ──▶ done
 *                                     └────────────────┴── a failure ──▶ failed
 * ```
 */
export class ServiceConnection {
  readonly #service: StreamingTranscriber;
  readonly #socket: WebSocket;
  readonly #protocol: ServiceProtocol;
  readonly #onWords: (words: HeardWords) => void;
  readonly #ready = deferred();
  readonly #done = deferred();
  readonly #pingTimer: NodeJS.Timeout;
  #silenceTimer: NodeJS.Timeout | undefined;
  #finishTimer: NodeJS.Timeout | undefined;
  #isAlive = true;
  #isFinishing = false;
  #isClosed = false;

  constructor(service: StreamingTranscriber, socket: WebSocket, onWords: (words: HeardWords) => void) {
    this.#service = service;
    this.#socket = socket;
    this.#protocol = service.open();
    this.#onWords = onWords;
    this.#done.promise.catch((error: unknown) => this.#ready.reject(error));
    this.#ready.promise.catch(() => undefined);
    const fail = () => this.#fail(notUnderstood(service));
    socket.on(
      "message",
      guarded(fail, (data: Buffer) => this.#receive(data.toString())),
    );
    socket.on(
      "close",
      guarded(fail, (code: number, reason: Buffer) => this.#onClosed(code, reason.toString())),
    );
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    this.#pingTimer = setInterval(() => this.#ping(), PING_MS);
    for (const message of this.#protocol.first ?? []) socket.send(message);
    if (!this.#protocol.awaitsReady) this.#ready.resolve();
  }

  /** Fails with a `ProviderError`, also when the service is not ready within `ms`. */
  async ready(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#fail(tooLate(this.#service, ms)), ms);
    await this.#ready.promise.finally(() => clearTimeout(timer));
    this.#awaitSound();
  }

  /** Resolves when the last words were heard, fails with a `ProviderError` when the service does. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  get wantsEndOfSpeech(): boolean {
    return this.#protocol.endOfSpeech !== undefined;
  }

  /** The caller stopped speaking. */
  endSpeech(): void {
    if (this.#protocol.endOfSpeech !== undefined) this.#send(this.#protocol.endOfSpeech);
  }

  send(samples: Int16Array): void {
    this.#awaitSound();
    if (this.#socket.bufferedAmount > UNSENT_MAX_BYTES) {
      const { provider } = this.#service;
      this.#fail(serviceError(this.#service, `${provider} does not take the sound as fast as the caller speaks.`, true));
      return;
    }
    this.#send(this.#protocol.encode?.(samples) ?? writePcm(samples));
  }

  /** The caller's sound has ended. */
  finish(): void {
    if (this.#isFinishing) return;
    this.#isFinishing = true;
    clearTimeout(this.#silenceTimer);
    const message = this.#protocol.finish?.();
    if (message !== undefined) this.#send(message);
    this.#finishTimer = setTimeout(() => this.#done.resolve(), message === undefined ? LAST_WORDS_MS : FINISH_MS);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#finishTimer);
    this.#done.resolve();
    this.#ready.resolve();
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    this.#socket.close();
    // A service that does not answer the close keeps no connection.
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_MS);
    this.#socket.once("close", () => clearTimeout(timer));
  }

  #send(message: string | Uint8Array): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(message);
  }

  #receive(text: string): void {
    this.#isAlive = true;
    for (const message of this.#protocol.read(parseObject(text))) this.#follow(message);
  }

  #follow(message: ServiceMessage): void {
    switch (message.type) {
      case "words":
        this.#hear(message);
        break;
      case "ready":
        this.#ready.resolve();
        break;
      case "ended":
        // Without a finish message, the service's next message has its reason.
        if (this.#isFinishing) this.#done.resolve();
        break;
      case "failed":
        this.#fail(failureOf(this.#service, message));
        break;
      default:
        message satisfies never;
    }
  }

  #hear({ text, final, confidence, language }: HeardWords): void {
    const { confidenceThreshold = 0, finalOnly = false } = this.#service;
    const words = text.trim();
    if (words === "" || (finalOnly && !final)) return;
    if (confidence !== undefined && confidence < confidenceThreshold) return;
    this.#onWords({ text: words, final, confidence, language });
  }

  #onClosed(code: number, reason: string): void {
    clearInterval(this.#pingTimer);
    // The first result counts: after `finish` a close is no failure.
    if (this.#isFinishing) this.#done.resolve();
    const told = this.#protocol.readClose?.(code, reason);
    const broke = serviceError(this.#service, `The connection to ${this.#service.provider} broke.`, true);
    this.#fail(told ? failureOf(this.#service, told) : broke);
  }

  #fail(error: Error): void {
    this.#done.reject(error);
  }

  #ping(): void {
    if (!this.#isAlive) this.#fail(serviceError(this.#service, `${this.#service.provider} stopped answering.`, true));
    this.#isAlive = false;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  #awaitSound(): void {
    clearTimeout(this.#silenceTimer);
    if (this.#isFinishing || this.#isClosed) return;
    this.#silenceTimer = setTimeout(() => this.send(new Int16Array((this.#service.sampleRate ?? 16_000) / 20)), SILENCE_AFTER_MS);
  }
}

function deferred() {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((onResolved, onRejected) => {
    resolve = onResolved;
    reject = onRejected;
  });
  return { promise, resolve, reject };
}
