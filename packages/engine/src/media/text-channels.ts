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

/** The data channels of one connection, opened by the peer: text in and out, by label. */
export class TextChannels {
  #maxTextBytes: number;
  #listener: TextChannelsListener;
  #channels = new Map<string, DataChannel>();

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

  /** False when the text is not sent: the channel is not open, the text is too long, or too much is unsent. */
  send(label: string, text: string): boolean {
    const channel = this.#channels.get(label);
    if (channel?.readyState !== "open" || channel.bufferedAmount > BUFFERED_MAX_BYTES) return false;
    // A longer text closes the channel, and with it the call, without an error.
    if (Buffer.byteLength(text) > this.#maxTextBytes) return false;
    try {
      channel.send(text);
    } catch {
      // The peer closed the channel after the check above: libwebrtc has its own threads.
      return false;
    }
    return true;
  }

  /** Unsent text, in bytes. */
  get bufferedBytes(): number {
    return [...this.#channels.values()].reduce((sum, channel) => sum + channel.bufferedAmount, 0);
  }

  /** The channels close with their connection. */
  close(): void {
    for (const channel of this.#channels.values()) channel.onclose = null;
  }
}
