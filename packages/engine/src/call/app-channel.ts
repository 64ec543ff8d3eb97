import {
  APP_CHANNEL,
  type ClientMessageType,
  DEFAULT_CLIENT_MESSAGES,
  LISTENING,
  type ServerMessage,
  type ServerTelemetry,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import type { MediaTransport } from "../media/media-transport.ts";
import type { ClientMessage } from "./call-happening.ts";
import { visitorMessage, visitorTelemetry } from "./visitor-view.ts";

/** Sent to every client, even unsubscribed: otherwise a client would not know that the call has ended. */
const ALWAYS: readonly ServerMessage["type"][] = ["status-update"];

/**
 * Messages to the client. Messages wait for `listen`, so that `listening` is the first message of the pipeline. Telemetry waits for its own
 * channel, which a client may not open.
 */
export class AppChannel {
  #subscribed: ReadonlySet<string>;
  #onTooLong: (type: string, bytes: number) => void;
  #isForVisitor: boolean;
  #reportedTooLong = false;
  #transport: MediaTransport | undefined;
  #listening = false;
  #hasNoClient = false;
  #telemetryOpen = false;
  #messages: ServerMessage[] = [];
  #telemetry: ServerTelemetry[] = [];

  /**
   * `onTooLong` is called for the first message that is longer than the client accepts; such messages are not sent. With
   * `isForVisitor`, messages and telemetry hold only what a visitor of a web page may know.
   */
  constructor(
    clientMessages: readonly ClientMessageType[] | undefined,
    onTooLong: (type: string, bytes: number) => void,
    isForVisitor = false,
  ) {
    this.#subscribed = new Set<string>([...(clientMessages ?? DEFAULT_CLIENT_MESSAGES), ...ALWAYS]);
    this.#onTooLong = onTooLong;
    this.#isForVisitor = isForVisitor;
  }

  /** There is no page at the other end, so no messages are kept for one. */
  close(): void {
    this.#hasNoClient = true;
  }

  /** `isOfPageTool`: it is about a tool that the client's page runs. */
  send(message: ClientMessage, isOfPageTool = false): void {
    if (this.#hasNoClient) return;
    if (!this.#subscribed.has(message.type) && !isRequest(message)) return;
    const visible = this.#isForVisitor ? visitorMessage(message, isOfPageTool) : message;
    if (!visible) return;
    if (this.#listening) this.#write(APP_CHANNEL, visible);
    else this.#messages.push(visible);
  }

  sendTelemetry(message: ServerTelemetry): void {
    if (this.#hasNoClient) return;
    const visible = this.#isForVisitor ? visitorTelemetry(message) : message;
    if (!visible) return;
    if (this.#telemetryOpen) this.#write(TELEMETRY_CHANNEL, visible);
    else this.#telemetry.push(visible);
  }

  /** The app channel is open and the pipeline is ready. */
  listen(transport: MediaTransport): void {
    this.#transport = transport;
    this.#listening = true;
    transport.sendText(APP_CHANNEL, LISTENING);
    for (const message of this.#messages.splice(0)) this.#write(APP_CHANNEL, message);
  }

  /** Another client takes over; its channels are not open yet. */
  detach(): void {
    this.#transport = undefined;
    this.#listening = false;
    this.#telemetryOpen = false;
    this.#messages = [];
    this.#telemetry = [];
  }

  openTelemetry(transport: MediaTransport): void {
    this.#transport = transport;
    this.#telemetryOpen = true;
    for (const message of this.#telemetry.splice(0)) this.#write(TELEMETRY_CHANNEL, message);
  }

  #write(channel: string, message: ServerMessage | ServerTelemetry): void {
    const transport = this.#transport;
    if (!transport) return;
    const text = textWithin(message, transport.maxTextBytes);
    if (transport.sendText(channel, text) || this.#reportedTooLong) return;
    const bytes = Buffer.byteLength(text);
    if (bytes <= transport.maxTextBytes) return;
    this.#reportedTooLong = true;
    this.#onTooLong(message.type, bytes);
  }
}

/** The page can only run a tool if it gets the request. */
function isRequest(message: ClientMessage): boolean {
  return message.type === "tool-calls" && message.toolWithToolCallList.length > 0;
}

/** A conversation that is too long for the client loses its oldest messages, never the newest. Other messages stay unchanged. */
function textWithin(message: ServerMessage | ServerTelemetry, maxBytes: number): string {
  const text = JSON.stringify(message);
  if (message.type !== "conversation-update" || Buffer.byteLength(text) <= maxBytes) return text;
  const all = message.messagesOpenAIFormatted;
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  let bytes = bytesOf({ ...message, messagesOpenAIFormatted: [] });
  let first = all.length;
  for (; first > 0; first--) {
    bytes += bytesOf(all[first - 1]) + ",".length;
    if (bytes > maxBytes && first < all.length) break;
  }
  return JSON.stringify({ ...message, messagesOpenAIFormatted: all.slice(first) });
}
