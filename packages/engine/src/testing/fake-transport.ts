import type { MediaTransport, TransportListener } from "../media/media-transport.ts";

/** A connection to nobody, whose events a test makes up. */
export class FakeTransport implements MediaTransport {
  readonly sent: string[] = [];
  readonly maxTextBytes = 65_536;
  readonly bufferedBytes = 0;
  listener: TransportListener | undefined;
  closed = false;

  sendAudio(): void {}

  sendText(_channel: string, text: string): boolean {
    this.sent.push(text);
    return true;
  }

  async stats() {
    return { packetsReceived: 0, packetsLost: 0, concealedSamples: 0 };
  }

  async restart(): Promise<string> {
    return "v=0";
  }

  close(): void {
    this.closed = true;
  }
}
