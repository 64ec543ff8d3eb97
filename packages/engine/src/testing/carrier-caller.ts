import type { CallHostPool } from "../host/call-host-pool.ts";
import { PHONE_RATE, SAMPLE_RATE } from "../media/audio-format.ts";
import type { CarrierInput } from "../media/carrier-transport.ts";
import { levelOf } from "../media/level-of.ts";
import { decodeMuLaw, encodeMuLaw } from "../media/mu-law.ts";
import { RateFilter } from "../media/rate-filter.ts";

const PACKET_MS = 20;
const PACKET_SAMPLES = (PHONE_RATE * PACKET_MS) / 1_000;

/** A telephone at the other end of a carrier's stream: it sends a packet every 20 ms, and records the received ones. */
export class CarrierCaller {
  /** The arrival time and the loudness of each packet. */
  readonly packetsMs: number[] = [];
  readonly levels: number[] = [];
  readonly #filter = new RateFilter(SAMPLE_RATE, PHONE_RATE);
  readonly #input: (input: CarrierInput) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #startedMs = performance.now();
  #words = new Int16Array();
  #sent = 0;

  /** `ofOperator`: the call is transferred to this telephone. */
  constructor(pool: CallHostPool, callId: string, ofOperator = false) {
    const hear = (sound: string) => {
      this.packetsMs.push(performance.now());
      this.levels.push(levelOf(decodeMuLaw(Buffer.from(sound, "base64"))));
    };
    this.#input = pool.openCarrier(callId, hear, ofOperator);
    this.#timer = setInterval(() => this.#send(), PACKET_MS / 2);
  }

  /** Mono 16 kHz. */
  speak(pcm: Int16Array): void {
    this.#words = Int16Array.from([...this.#words, ...this.#filter.push(pcm)]);
  }

  press(key: string): void {
    this.#input({ key });
  }

  #send(): void {
    const due = Math.floor((performance.now() - this.#startedMs) / PACKET_MS);
    for (; this.#sent < due; this.#sent++) {
      const packet = new Int16Array(PACKET_SAMPLES);
      packet.set(this.#words.subarray(0, PACKET_SAMPLES));
      this.#words = this.#words.subarray(PACKET_SAMPLES);
      this.#input({ sound: Buffer.from(encodeMuLaw(packet)).toString("base64") });
    }
  }

  /** How much more sound there was, at worst, than time since the stream opened. */
  get aheadMs(): number {
    return Math.max(...this.packetsMs.map((atMs, index) => (index + 1) * PACKET_MS - (atMs - this.#startedMs)));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
