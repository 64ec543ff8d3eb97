import { guarded } from "@callwright/contract";
import type { DataChannel } from "./wrtc.ts";

export interface TextChannelsListener {
  onChannelOpen(label: string): void;
  onText(label: string, text: string): void;
  /** A channel closed: the peer has left. Not called after `close`. */
  onClosed(): void;
  /** A handler threw. */
  onFault(cause: unknown): void;
}

/** A client that stops reading loses messages, so that this process does not grow. */
const BUFFERED_MAX_BYTES = 4 * 1024 * 1024;
/**
 * Texts sent in one turn of the event loop. Every call of libwebrtc waits for its network thread: 0.1 ms on a quiet machine, a
 * millisecond on a busy one. A model that writes 300 tokens at once would stop the sound of all calls for a fifth of a second.
 */
const TEXTS_PER_TURN = 8;

interface WaitingText {
  channel: DataChannel;
  text: string;
  bytes: number;
}

/** The data channels of one connection, opened by the peer: text in and out, by label. Texts leave in the order of `send`, in later turns. */
export class TextChannels {
  #maxTextBytes: number;
  #listener: TextChannelsListener;
  #channels = new Map<string, DataChannel>();
  #waiting: WaitingText[] = [];
  #waitingBytes = 0;
  #turn: NodeJS.Immediate | undefined;

  /** `maxTextBytes`: the longest text that the peer accepts, in UTF-8. */
  constructor(maxTextBytes: number, listener: TextChannelsListener) {
    this.#maxTextBytes = maxTextBytes;
    this.#listener = listener;
  }

  add(channel: DataChannel): void {
    this.#channels.set(channel.label, channel);
    const { onFault } = this.#listener;
    channel.onmessage = guarded(onFault, ({ data }: { data: unknown }) => {
      if (typeof data === "string") this.#listener.onText(channel.label, data);
    });
    channel.onclose = guarded(onFault, () => this.#listener.onClosed());
    if (channel.readyState === "open") this.#listener.onChannelOpen(channel.label);
    else channel.onopen = guarded(onFault, () => this.#listener.onChannelOpen(channel.label));
  }

  /** False when the text will not be sent: there is no such channel, the text is too long, or too much is unsent. */
  send(label: string, text: string): boolean {
    const channel = this.#channels.get(label);
    const bytes = Buffer.byteLength(text);
    // A longer text closes the channel, and with it the call, without an error.
    if (!channel || bytes > this.#maxTextBytes || this.#waitingBytes > BUFFERED_MAX_BYTES) return false;
    this.#waiting.push({ channel, text, bytes });
    this.#waitingBytes += bytes;
    this.#turn ??= setImmediate(() => this.#sendWaiting());
    return true;
  }

  #sendWaiting(): void {
    const texts = this.#waiting.splice(0, TEXTS_PER_TURN);
    this.#turn = this.#waiting.length > 0 ? setImmediate(() => this.#sendWaiting()) : undefined;
    const takes = new Map<DataChannel, boolean>();
    for (const { channel, text, bytes } of texts) {
      this.#waitingBytes -= bytes;
      if (!takes.has(channel)) takes.set(channel, takesText(channel));
      if (takes.get(channel) && !sent(channel, text)) takes.set(channel, false);
    }
  }

  /** Unsent text, in bytes. */
  get bufferedBytes(): number {
    return [...this.#channels.values()].reduce((sum, channel) => sum + channel.bufferedAmount, this.#waitingBytes);
  }

  /** The channels close with their connection. Drops waiting messages. */
  close(): void {
    clearImmediate(this.#turn);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const channel of this.#channels.values()) channel.onclose = null;
  }
}

const takesText = (channel: DataChannel) => channel.readyState === "open" && channel.bufferedAmount <= BUFFERED_MAX_BYTES;

/** False if the peer closed the channel after the check of its state, because libwebrtc has its own threads. */
function sent(channel: DataChannel, text: string): boolean {
  try {
    channel.send(text);
    return true;
  } catch {
    return false;
  }
}
