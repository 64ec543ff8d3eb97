import type { MediaTransport, TransportListener } from "../media/media-transport.ts";

/** A connection without another side. A test triggers its events. */
export class FakeTransport implements MediaTransport {
  readonly maxTextBytes = 65_536;
  readonly bufferedBytes = 0;
  #sent: { channel: string; text: string }[] = [];
  listener: TransportListener | undefined;
  closed = false;
  path: MediaTransport["path"];
  /** Sound was sent, and not only silence. */
  wasAudible = false;
  #audibleAtMs = 0;
  /** How long after its last sound it was closed. */
  silentBeforeCloseMs: number | undefined;

  get sent(): string[] {
    return this.#sent.map(({ text }) => text);
  }

  sentOn(channel: string): string[] {
    return this.#sent.flatMap((sent) => (sent.channel === channel ? [sent.text] : []));
  }

  sendAudio(pcm: Int16Array): void {
    if (!pcm.some((sample) => sample !== 0)) return;
    this.wasAudible = true;
    this.#audibleAtMs = performance.now();
  }

  sendText(channel: string, text: string): boolean {
    this.#sent.push({ channel, text });
    return true;
  }

  async stats() {
    return { packetsReceived: 0, packetsLost: 0, concealedSamples: 0 };
  }

  async restart(): Promise<string> {
    return "v=0";
  }

  close(): void {
    this.silentBeforeCloseMs ??= performance.now() - this.#audibleAtMs;
    this.closed = true;
  }
}
