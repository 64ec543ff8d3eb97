import {
  APP_CHANNEL,
  type ClientMessageType,
  DEFAULT_CLIENT_MESSAGES,
  LISTENING,
  type ServerMessage,
  type ServerTelemetry,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import type { MediaTransport } from "./media-transport.ts";

/** Told to every client, subscribed to or not: without it a client would not know that the call is over. */
const ALWAYS: readonly ServerMessage["type"][] = ["status-update"];

/**
 * Messages to the client. What is said before `listen` waits, so that `listening` is the first thing a client hears of the pipeline;
 * telemetry waits for its own channel, which a client may not have.
 */
export class AppChannel {
  #subscribed: ReadonlySet<string>;
  #transport: MediaTransport | undefined;
  #listening = false;
  #telemetryOpen = false;
  #messages: string[] = [];
  #telemetry: string[] = [];

  constructor(clientMessages: readonly ClientMessageType[] = DEFAULT_CLIENT_MESSAGES) {
    this.#subscribed = new Set<string>([...clientMessages, ...ALWAYS]);
  }

  send(message: ServerMessage): void {
    if (!this.#subscribed.has(message.type)) return;
    const text = JSON.stringify(message);
    if (this.#listening) this.#transport?.sendText(APP_CHANNEL, text);
    else this.#messages.push(text);
  }

  sendTelemetry(message: ServerTelemetry): void {
    const text = JSON.stringify(message);
    if (this.#telemetryOpen) this.#transport?.sendText(TELEMETRY_CHANNEL, text);
    else this.#telemetry.push(text);
  }

  /** The app channel is open and the pipeline is ready. */
  listen(transport: MediaTransport): void {
    this.#transport = transport;
    this.#listening = true;
    transport.sendText(APP_CHANNEL, LISTENING);
    for (const text of this.#messages.splice(0)) transport.sendText(APP_CHANNEL, text);
  }

  openTelemetry(transport: MediaTransport): void {
    this.#transport = transport;
    this.#telemetryOpen = true;
    for (const text of this.#telemetry.splice(0)) transport.sendText(TELEMETRY_CHANNEL, text);
  }
}
