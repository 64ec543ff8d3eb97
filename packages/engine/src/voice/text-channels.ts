import type { DataChannel } from "./wrtc.ts";

export interface TextChannelsListener {
  onChannelOpen(label: string): void;
  onText(label: string, text: string): void;
  /** One of them closed, which its far side does when it leaves. Not told after `close`. */
  onClosed(): void;
}

/** A client that stops reading loses messages rather than growing this process. */
const BUFFERED_MAX_BYTES = 4 * 1024 * 1024;

/** The data channels of one connection, which the far side opens: text out and in, by label. */
export class TextChannels {
  #maxTextBytes: number;
  #listener: TextChannelsListener;
  #channels = new Map<string, DataChannel>();

  /** `maxTextBytes`: the longest text the far side takes, in UTF-8. */
  constructor(maxTextBytes: number, listener: TextChannelsListener) {
    this.#maxTextBytes = maxTextBytes;
    this.#listener = listener;
  }

  add(channel: DataChannel): void {
    this.#channels.set(channel.label, channel);
    channel.onmessage = ({ data }) => {
      if (typeof data === "string") this.#listener.onText(channel.label, data);
    };
    channel.onclose = () => this.#listener.onClosed();
    if (channel.readyState === "open") this.#listener.onChannelOpen(channel.label);
    else channel.onopen = () => this.#listener.onChannelOpen(channel.label);
  }

  /** False when it was not sent: the channel is not open, the text is too long, or too much waits. */
  send(label: string, text: string): boolean {
    const channel = this.#channels.get(label);
    if (channel?.readyState !== "open" || channel.bufferedAmount > BUFFERED_MAX_BYTES) return false;
    // It would close the channel, and the call with it, without an error.
    if (Buffer.byteLength(text) > this.#maxTextBytes) return false;
    try {
      channel.send(text);
    } catch {
      // The far side closed it since the look above: libwebrtc's threads do not wait for this one.
      return false;
    }
    return true;
  }

  /** What was sent and has not left yet. */
  get bufferedBytes(): number {
    return [...this.#channels.values()].reduce((sum, channel) => sum + channel.bufferedAmount, 0);
  }

  /** They close with their connection. */
  close(): void {
    for (const channel of this.#channels.values()) channel.onclose = null;
  }
}
