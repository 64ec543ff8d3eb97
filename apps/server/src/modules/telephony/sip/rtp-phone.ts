import { createSocket, type Socket } from "node:dgram";
import { decodeMuLaw, encodeMuLaw, hasTone, toneBlock } from "@callwright/engine";

export interface RtpPhoneOptions {
  /** The own address. */
  address: string;
  playHz: number;
  hearHz: number;
}

const PACKET_MS = 20;
const PACKET_SAMPLES = 160;
const HEADER_BYTES = 12;
const EVENT_TYPE = 101;
const PCMU_TYPE = 0;

/** A telephone's sound over RTP, PCMU: it plays one tone and listens for another. */
export class RtpPhone {
  readonly #socket: Socket;
  readonly #options: RtpPhoneOptions;
  #timer: NodeJS.Timeout | undefined;
  #heard = 0;
  readonly #events: { key: number; volume: number; timestamp: number; isEnd: boolean }[] = [];

  private constructor(socket: Socket, options: RtpPhoneOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("error", () => {});
    socket.on("message", (data) => this.#take(data));
  }

  static async open(options: RtpPhoneOptions): Promise<RtpPhone> {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, options.address, () => {
        socket.off("error", reject);
        resolve();
      });
    });
    return new RtpPhone(socket, options);
  }

  /** An SDP of this telephone. `named`: another address than the own, or another port, as behind NAT. */
  sdp(named: { address?: string; port?: number } = {}): string {
    const { address = this.#options.address, port = this.#socket.address().port } = named;
    return [
      "v=0",
      `o=- 1 1 IN IP4 ${address}`,
      "s=-",
      `c=IN IP4 ${address}`,
      "t=0 0",
      `m=audio ${port} RTP/AVP ${PCMU_TYPE} ${EVENT_TYPE}`,
      `a=rtpmap:${PCMU_TYPE} PCMU/8000`,
      `a=rtpmap:${EVENT_TYPE} telephone-event/8000`,
      `a=fmtp:${EVENT_TYPE} 0-16`,
      "a=sendrecv",
      "",
    ].join("\r\n");
  }

  /** Plays until `close`. */
  playTo(address: string, port: number): void {
    const startMs = performance.now();
    const ssrc = Math.floor(Math.random() * 0xffffffff);
    let sent = 0;
    // A timer is late now and then: what is due is sent at once.
    this.#timer = setInterval(() => {
      for (; sent * PACKET_MS < performance.now() - startMs; sent++) {
        const packet = Buffer.alloc(HEADER_BYTES + PACKET_SAMPLES);
        packet.writeUInt8(0x80, 0);
        packet.writeUInt8(PCMU_TYPE, 1);
        packet.writeUInt16BE(sent & 0xffff, 2);
        packet.writeUInt32BE((sent * PACKET_SAMPLES) >>> 0, 4);
        packet.writeUInt32BE(ssrc, 8);
        packet.set(encodeMuLaw(toneBlock(this.#options.playHz, 8_000, sent * PACKET_SAMPLES, PACKET_SAMPLES)), HEADER_BYTES);
        this.#socket.send(packet, port, address, () => {});
      }
    }, PACKET_MS);
  }

  #take(data: Buffer): void {
    if (data.length <= HEADER_BYTES) return;
    const type = data.readUInt8(1) & 0x7f;
    const body = data.subarray(HEADER_BYTES);
    if (type === EVENT_TYPE && body.length >= 4) {
      const [key = 0, flags = 0] = body;
      this.#events.push({ key, volume: flags & 0x3f, timestamp: data.readUInt32BE(4), isEnd: (flags & 0x80) !== 0 });
    }
    if (type === PCMU_TYPE && hasTone(decodeMuLaw(body), this.#options.hearHz)) this.#heard += 1;
  }

  /** Packets with the other tone. */
  get heard(): number {
    return this.#heard;
  }

  /** Keys that came as RTP events (RFC 4733), each once, with their level in dBm0 without its sign. */
  get keys(): { key: string; volume: number }[] {
    const ends = this.#events.filter(({ isEnd }) => isEnd);
    const one = ends.filter(({ timestamp }, at) => ends.findIndex((each) => each.timestamp === timestamp) === at);
    return one.map(({ key, volume }) => ({ key: "0123456789*#ABCD"[key] ?? "?", volume }));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }
}
