import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade } from "@callwright/realtime";
import { WebSocket, WebSocketServer } from "ws";
import { loggableCause } from "../../db/database-retry.ts";
import { StreamTickets } from "../stream-tickets.ts";
import { numberOfStream, twilioAddresses } from "./twilio-addresses.ts";
import type { TwilioLeg } from "./twilio-leg.ts";
import type { TwilioLineOptions } from "./twilio-line.ts";
import { isSignedByTwilio } from "./twilio-signature.ts";
import { FRAME_MAX_BYTES, type TwilioStart, TwilioStream } from "./twilio-stream.ts";

/** A websocket that does not say whose it is by then is closed. */
const INTRODUCTION_MS = 5_000;
const STRANGERS_MAX = 100;
/** A stream to this server's own address arrives within this time. */
const PROBE_MS = 5_000;

/** The websockets of Twilio: whose they are is told by the ticket in their first frame. */
export class TwilioStreams {
  readonly #options: TwilioLineOptions;
  readonly #tickets: StreamTickets<TwilioLeg>;
  /** Of streams that this server opens to itself. */
  readonly #probes: StreamTickets<{ numberId: string; arrived(): void }>;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX_BYTES, perMessageDeflate: false });
  /** Those without a ticket yet. */
  readonly #strangers = new Set<TwilioStream>();
  #isClosed = false;

  constructor(options: TwilioLineOptions) {
    this.#options = options;
    this.#tickets = new StreamTickets(options.now);
    this.#probes = new StreamTickets(options.now);
  }

  /** Connects one stream to the leg. */
  ticketFor(leg: TwilioLeg, validMs: number): string {
    return this.#tickets.issue(leg, validMs);
  }

  revoke(leg: TwilioLeg): void {
    this.#tickets.revoke(leg);
  }

  /** Is the request for a stream of Twilio? */
  takes({ url = "" }: IncomingMessage): boolean {
    return numberOfStream(url) !== undefined;
  }

  /** Takes a connection over that asks to become a websocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The other side may leave while its signature is checked.
    socket.on("error", () => {});
    if (this.#isClosed || this.#strangers.size >= STRANGERS_MAX) return void refuseUpgrade(socket, "503 Service Unavailable");
    const numberId = numberOfStream(request.url ?? "") ?? "";
    // So that nobody without a number's id can take the places of streams that are expected.
    if (!this.#tickets.awaits(numberId) && !this.#probes.awaits(numberId)) return void refuseUpgrade(socket, "403 Forbidden");
    this.#mayOpen(request, numberId).then(
      (mayOpen) => {
        if (!mayOpen) return void refuseUpgrade(socket, "403 Forbidden");
        this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#introduce(webSocket, numberId));
      },
      (error: unknown) => {
        this.#options.log.error({ numberId, err: loggableCause(error) }, "a stream of Twilio could not be checked");
        refuseUpgrade(socket, "503 Service Unavailable");
      },
    );
  }

  /** Twilio signs its handshakes. The ticket in the first frame decides, so that a handshake without a signature is let through. */
  async #mayOpen({ headers }: IncomingMessage, numberId: string): Promise<boolean> {
    const signature = [headers["x-twilio-signature"]].flat()[0];
    if (signature === undefined) return true;
    const { config, log, numberOf } = this.#options;
    const found = await numberOf(numberId);
    const { stream } = twilioAddresses(config.nodeUrl ?? "", numberId);
    const asked = [stream, stream.replace(/^ws/, "http")].flatMap((url) => [url, `${url}/`]);
    const isSigned = found !== undefined && (await isSignedByTwilio(found.account, signature, asked, {}));
    if (!isSigned) log.warn({ numberId }, "a stream was refused: its signature is not that of the number's account");
    return isSigned;
  }

  #introduce(socket: WebSocket, numberId: string): void {
    let leg: TwilioLeg | undefined;
    const settle = () => {
      clearTimeout(timer);
      this.#strangers.delete(stream);
    };
    const stream: TwilioStream = new TwilioStream(socket, {
      onStart: (start) => {
        settle();
        leg = this.#connect(start, numberId, stream);
      },
      onInput: (input) => leg?.hear(stream, input),
      onEnded: (end) => {
        settle();
        if (end.why === "malformed") this.#options.log.warn({ numberId, problem: end.problem }, "a stream was ended");
        leg?.streamEnded(stream, end);
      },
    });
    this.#strangers.add(stream);
    const timer = setTimeout(() => {
      settle();
      stream.refuse();
    }, INTRODUCTION_MS);
  }

  #connect({ start }: TwilioStart, numberId: string, stream: TwilioStream): TwilioLeg | undefined {
    const ticket = start.customParameters?.ticket ?? "";
    const probe = this.#probes.redeem(ticket);
    const leg = this.#tickets.redeem(ticket);
    // The stream may begin before Twilio has answered to the order to call; the ticket proves the leg.
    leg?.placed(start.callSid);
    const isRight = leg?.numberId === numberId && leg.sid === start.callSid;
    if (isRight && (leg.awaitsStream || leg.isApart)) {
      leg.attach(stream);
      return leg;
    }
    if (probe) probe.arrived();
    else this.#options.log.warn({ numberId }, "a stream was refused: its ticket is unknown, used or too old");
    stream.refuse();
    return undefined;
  }

  /** Opens a stream to an address of this server, and waits until it arrives here. */
  probe(url: string): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = new WebSocket(this.#options.reach?.(url) ?? url, { handshakeTimeout: PROBE_MS });
      const settle = (isThere: boolean) => {
        clearTimeout(timer);
        socket.terminate();
        resolve(isThere);
      };
      const timer = setTimeout(() => settle(false), PROBE_MS);
      const numberId = numberOfStream(new URL(url).pathname) ?? "";
      const ticket = this.#probes.issue({ numberId, arrived: () => settle(true) }, PROBE_MS);
      socket.on("error", () => settle(false));
      socket.on("open", () => socket.send(JSON.stringify(startOf(ticket))));
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
  }
}

/** As Twilio begins a stream. */
function startOf(ticket: string): TwilioStart {
  const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 } as const;
  return { event: "start", streamSid: "", start: { accountSid: "", callSid: "", mediaFormat, customParameters: { ticket } } };
}
