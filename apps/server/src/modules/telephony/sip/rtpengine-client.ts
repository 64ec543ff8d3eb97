import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

/** How Kamailio labels the side of this server in rtpengine's calls. The tags of both sides are in SIP messages that the server does not see. */
export const OWN_SIDE = "callwright";

/** A refusal of rtpengine, or no answer. The message is a sentence. */
export class RtpengineError extends Error {
  override readonly name = "RtpengineError";
}

const ANSWER_MS = 500;
/** A repeated request has the cookie of the first one: rtpengine answers it from memory, and does not press a key twice. */
const TRIES = 4;
/** As long as tones. RFC 4733 leaves both to the sender; ITU-T Q.24 wants at least 40 ms each. */
const KEY_MS = 120;
const PAUSE_MS = 80;
/** -10 dBm0 (RFC 4733, 2.3.3). rtpengine takes the level without its sign. */
const VOLUME = 10;
/** As in tones: half a second, and a second. */
const WAITS: Readonly<Record<string, number>> = { w: 500, p: 500, ",": 500, W: 1_000 };
/** rtpengine knows no sender before its first packet. */
const NO_SOUND_YET = "No SSRC context";
const NO_SOUND_TRIES = 20;
const NO_SOUND_AGAIN_MS = 250;

const Answer = z.looseObject({ result: z.string(), "error-reason": z.string().optional() });
type Answer = z.infer<typeof Answer>;

/** Requests to rtpengine over UDP, in the JSON form of its protocol `ng`. */
export class RtpengineClient {
  readonly #host: string;
  readonly #port: number;

  /** @param address Host and port, such as `127.0.0.1:2223`. */
  constructor(address: string) {
    const { hostname, port } = new URL(`http://${address}`);
    this.#host = hostname;
    this.#port = Number(port) || 80;
  }

  /** Fails with an `RtpengineError` when rtpengine does not answer. */
  async ping(): Promise<void> {
    await this.ask({ command: "ping" });
  }

  /**
   * Sends keys to the telephone as RTP events, one after the other, and resolves after the last.
   *
   * @param side Label or tag of the participant that presses: `OWN_SIDE`.
   * @param keys `0`–`9`, `*`, `#`, `A`–`D`; `w`, `p` and `,` wait 0.5 s, `W` waits 1 s.
   * @throws {RtpengineError} A key that does not exist, before any is sent; an unknown call; no telephone-event in the call; no answer.
   */
  async playKeys(callId: string, side: string, keys: string, signal?: AbortSignal): Promise<void> {
    const bad = /[^\dA-Da-d*#wpW,]/.exec(keys);
    if (bad) throw new RtpengineError(`"${bad[0]}" is no key of a telephone. Keys are 0-9, *, #, A-D, and w for a pause.`);
    const participant = side === OWN_SIDE ? { label: side } : { "from-tag": side };
    const event = { command: "play DTMF", "call-id": callId, ...participant, duration: KEY_MS, pause: PAUSE_MS, volume: VOLUME };
    for (const key of keys) {
      signal?.throwIfAborted();
      const waitMs = WAITS[key];
      if (waitMs === undefined) await this.#press({ ...event, code: key.toUpperCase() }, signal);
      await delay(waitMs ?? KEY_MS + PAUSE_MS, undefined, { signal });
    }
  }

  async #press(event: object, signal: AbortSignal | undefined): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        await this.ask(event, signal);
        return;
      } catch (error) {
        const isEarly = error instanceof RtpengineError && error.message.includes(NO_SOUND_YET);
        if (!isEarly || tries === NO_SOUND_TRIES) throw error;
        await delay(NO_SOUND_AGAIN_MS, undefined, { signal });
      }
  }

  /** Fails with an `RtpengineError` when rtpengine refuses, or does not answer. */
  async ask(request: object, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const socket = createSocket("udp4");
    try {
      const answer = await this.#exchange(socket, request, signal);
      if (answer.result === "error") throw new RtpengineError(`rtpengine refuses: ${answer["error-reason"] ?? "no reason"}.`);
      return answer;
    } finally {
      socket.close();
    }
  }

  #exchange(socket: Socket, request: object, signal: AbortSignal | undefined): Promise<Answer> {
    const cookie = randomBytes(8).toString("hex");
    const message = `${cookie} ${JSON.stringify(request)}`;
    let timer: NodeJS.Timeout | undefined;
    let onAbort = () => {};
    return new Promise<Answer>((resolve, reject) => {
      const fail = (reason: string) => reject(new RtpengineError(`rtpengine ${reason}.`));
      let tries = 0;
      const send = () => {
        if (tries++ === TRIES) return fail(`does not answer at ${this.#host}:${this.#port}`);
        socket.send(message, this.#port, this.#host, (error) => error && fail(`cannot be asked: ${error.message}`));
      };
      socket.on("error", (error) => fail(`cannot be asked: ${error.message}`));
      socket.on("message", (data) => {
        const [, answered, body = ""] = /^(\S+) (.*)$/s.exec(data.toString()) ?? [];
        if (answered !== cookie) return;
        try {
          resolve(Answer.parse(JSON.parse(body)));
        } catch {
          fail("sent an answer that is not understood");
        }
      });
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      timer = setInterval(send, ANSWER_MS);
      send();
    }).finally(() => {
      clearInterval(timer);
      signal?.removeEventListener("abort", onAbort);
    });
  }
}
