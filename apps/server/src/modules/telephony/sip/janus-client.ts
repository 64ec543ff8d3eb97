import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { guarded } from "@callwright/contract";
import { WebSocket } from "ws";
import type { Logger } from "../../../platform/config/logger.ts";

/** An event of Janus' SIP plugin about a handle, with the fields that are used here. */
export interface SipEvent {
  event: string;
  code?: number;
  reason?: string;
  /** Present in `registered`: the handle that helpers name. */
  master_id?: number;
  /** Present in `incomingcall`: the caller's and the called SIP address. */
  username?: string;
  callee?: string;
  displayname?: string;
  call_id?: string;
  srtp?: "sdes_optional" | "sdes_mandatory";
  headers?: Record<string, string>;
  /** Present in `info` and `notify`. */
  type?: string;
  content?: string;
  sdp?: string;
}

export interface SipHandleListener {
  onEvent(event: SipEvent): void;
  /** Janus or the connection to it is gone, and every call with it. At most once. */
  onLost(): void;
}

export interface JanusClientOptions {
  url: string;
  secret: string;
  log: Pick<Logger, "info" | "warn">;
  /** A session is open, so its handles can be set up. */
  onUp(): void;
  onDown(): void;
}

/** A refusal of Janus, as a sentence of its own. */
export class JanusError extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(`Janus refuses: ${reason} (${code}).`);
    this.name = "JanusError";
    this.code = code;
  }
}

/** Janus' messages, as far as they are read here: https://janus.conf.meetecho.com/docs/rest.html */
interface Message {
  janus: string;
  transaction?: string;
  sender?: number;
  data?: { id: number };
  error?: { code: number; reason: string };
  jsep?: { type: string; sdp: string };
  plugindata?: { data: { error_code?: number; error?: string; call_id?: string; result?: SipEvent } };
}

interface Waiting {
  resolve(message: Message): void;
  reject(error: Error): void;
  /** An acknowledgement is not the answer, which follows. */
  awaitsEvent: boolean;
}

const PLUGIN = "janus.plugin.sip";
const REQUEST_MS = 10_000;
/** Janus ends a session that is silent for a minute. */
const KEEP_ALIVE_MS = 20_000;
const RETRY_MS = 1_000;
const MESSAGE_MAX_BYTES = 1_000_000;

/** One session of Janus over a websocket. It is opened again when it is lost. */
export class JanusClient {
  readonly #options: JanusClientOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #handles = new Map<number, SipHandleListener>();
  #socket: WebSocket | undefined;
  #sessionId: number | undefined;
  #keepAlive: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #problem = "Janus was not asked yet.";
  #isClosed = false;

  constructor(options: JanusClientOptions) {
    this.#options = options;
  }

  /** Why there is no session. Undefined: there is one. */
  get problem(): string | undefined {
    return this.#sessionId === undefined ? this.#problem : undefined;
  }

  open(): void {
    if (this.#isClosed) return;
    const socket = new WebSocket(this.#options.url, "janus-protocol", {
      handshakeTimeout: REQUEST_MS,
      maxPayload: MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    const onFault = (cause: unknown) => this.#options.log.warn({ cause: String(cause) }, "a message of Janus was not understood");
    socket.on(
      "message",
      guarded(onFault, (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Message)),
    );
    socket.on("error", (error) => this.#describe(`Janus does not answer at ${this.#options.url}: ${error.message}.`));
    socket.on("close", () => this.#lose(socket));
    socket.on("open", () => {
      this.#createSession().catch((error: unknown) => {
        this.#describe(error instanceof Error ? error.message : String(error));
        socket.terminate();
      });
    });
  }

  async #createSession(): Promise<void> {
    const { data } = await this.#send({ janus: "create" });
    this.#sessionId = data?.id;
    this.#keepAlive = setInterval(
      () => void this.#send({ janus: "keepalive" }).catch(() => this.#socket?.terminate()),
      KEEP_ALIVE_MS,
    );
    this.#keepAlive.unref();
    this.#options.log.info({ url: this.#options.url }, "Janus answers");
    this.#options.onUp();
  }

  #describe(problem: string): void {
    if (problem !== this.#problem) this.#options.log.warn({ problem }, "the SIP line has no gateway");
    this.#problem = problem;
  }

  #lose(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    const wasUp = this.#sessionId !== undefined;
    clearInterval(this.#keepAlive);
    this.#sessionId = undefined;
    if (wasUp) this.#describe("The connection to Janus is lost.");
    for (const { reject } of this.#waiting.values()) reject(new Error("The connection to Janus is lost."));
    const lost = [...this.#handles.values()];
    this.#handles.clear();
    for (const { onLost } of lost) onLost();
    if (wasUp) this.#options.onDown();
    if (!this.#isClosed) this.#retry = setTimeout(() => this.open(), RETRY_MS);
  }

  #receive(message: Message): void {
    const { janus, transaction = "", sender = 0, plugindata, jsep } = message;
    const waiting = this.#waiting.get(transaction);
    const failure = failureOf(message);
    if (waiting && (failure || janus !== "ack" || !waiting.awaitsEvent)) {
      this.#waiting.delete(transaction);
      if (failure) waiting.reject(failure);
      else waiting.resolve(message);
    }
    const handle = this.#handles.get(sender);
    const result = plugindata?.data.result;
    if (handle && result) {
      const callId = result.call_id ?? plugindata?.data.call_id;
      handle.onEvent({ ...result, ...(callId !== undefined && { call_id: callId }), ...(jsep && { sdp: jsep.sdp }) });
    } else if (handle && janus === "detached") {
      this.#handles.delete(sender);
      handle.onLost();
    } else if (janus === "timeout") this.#socket?.terminate();
  }

  async #send(message: object, awaitsEvent = false): Promise<Message> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) throw new Error(this.#problem);
    const transaction = randomUUID();
    const sessionId = this.#sessionId;
    return new Promise<Message>((resolve, reject) => {
      const settled = (settle: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(transaction);
        settle();
      };
      // In a wrong state, the plugin does not answer at all.
      const timer = setTimeout(() => settled(() => reject(new Error("Janus did not answer in time."))), REQUEST_MS);
      this.#waiting.set(transaction, {
        awaitsEvent,
        resolve: (answer) => settled(() => resolve(answer)),
        reject: (error) => settled(() => reject(error)),
      });
      const addressed = { ...message, transaction, apisecret: this.#options.secret };
      socket.send(JSON.stringify(sessionId === undefined ? addressed : { ...addressed, session_id: sessionId }), () => {});
    });
  }

  async attach(listener: SipHandleListener): Promise<SipHandle> {
    const { data } = await this.#send({ janus: "attach", plugin: PLUGIN });
    const id = data?.id ?? 0;
    this.#handles.set(id, listener);
    return {
      request: async (body, sdp) => {
        await this.#send({ janus: "message", handle_id: id, body, ...(sdp && { jsep: { ...sdp, trickle: false } }) }, true);
      },
      detach: () => {
        // Later messages of the handle are ignored.
        this.#handles.delete(id);
        this.#send({ janus: "detach", handle_id: id }).catch(() => {});
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    // Janus hangs up every call of a session whose websocket closes.
    this.#socket?.close();
  }
}

/** The SDP of a request. `update`: it is about the connection that the call has. */
export interface SentSdp {
  type: "offer" | "answer";
  sdp: string;
  update?: true;
}

/** A handle of the SIP plugin: one registration, and at most one call. */
export interface SipHandle {
  /** Resolves when the plugin has taken the request. Fails with `JanusError`, or an `Error` when nothing was answered. */
  request(body: { request: string } & Record<string, unknown>, sdp?: SentSdp): Promise<void>;
  /** Hangs up the call of the handle. */
  detach(): void;
}

/** A handle refuses a call with this code while its last one is being taken down. */
const STILL_IN_USE = 490;
const CALL_TRIES = 10;
const CALL_AGAIN_MS = 100;

/** Accepts or declines a call, on a handle that may just have ended another one. */
export async function requestOfCall(handle: SipHandle, ...request: Parameters<SipHandle["request"]>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await handle.request(...request);
    } catch (error) {
      if (!(error instanceof JanusError) || error.code !== STILL_IN_USE || tries === CALL_TRIES) throw error;
      await delay(CALL_AGAIN_MS);
    }
}

function failureOf({ error, plugindata }: Message): JanusError | undefined {
  if (error) return new JanusError(error.code, error.reason);
  const { error_code: code, error: reason } = plugindata?.data ?? {};
  return code === undefined ? undefined : new JanusError(code, reason ?? "");
}
