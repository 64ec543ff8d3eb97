import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade } from "@callwright/realtime";
import { WebSocket, WebSocketServer } from "ws";
import type { ServerContext } from "../../../platform/platform.ts";
import { streamFinder } from "./carrier-addresses.ts";
import type { CarrierLeg } from "./carrier-leg.ts";
import { FRAME_MAX_BYTES, MediaStream, type StreamProtocol, type StreamStart } from "./media-stream.ts";
import { StreamTickets } from "./stream-tickets.ts";

export interface MediaStreamsOptions extends Pick<ServerContext, "log" | "now"> {
  carrier: { id: string; name: string; stream: StreamProtocol };
  /** False refuses the connection. An admitted connection must still send a ticket. */
  mayOpen(request: IncomingMessage, numberId: string): Promise<boolean>;
  /** Maps an address of this server to one that this process can reach. Default: the same address. */
  reach?: ((url: string) => string) | undefined;
}

/** A websocket that does not send its ticket within this time is closed. */
const INTRODUCTION_MS = 5_000;
const STRANGERS_MAX = 100;
/** A stream to this server's own address arrives within this time. */
const PROBE_MS = 5_000;

/** The websockets of a carrier: a ticket proves whose they are. */
export class MediaStreams {
  readonly #options: MediaStreamsOptions;
  /** The number whose stream an address is. Undefined: it is no address of a stream. */
  readonly #numberOf: (url: string) => string | undefined;
  readonly #tickets: StreamTickets<CarrierLeg>;
  /** Tickets of streams that this server opens to itself as a test. */
  readonly #probes: StreamTickets<{ numberId: string; arrived(): void }>;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX_BYTES, perMessageDeflate: false });
  /** Streams that have sent no ticket yet. */
  readonly #strangers = new Set<MediaStream>();
  #isClosed = false;

  constructor(options: MediaStreamsOptions) {
    this.#options = options;
    this.#numberOf = streamFinder(options.carrier.id);
    this.#tickets = new StreamTickets(options.now);
    this.#probes = new StreamTickets(options.now);
  }

  /** Connects one stream to the leg. */
  ticketFor(leg: CarrierLeg, validMs: number): string {
    return this.#tickets.issue(leg, validMs);
  }

  revoke(leg: CarrierLeg): void {
    this.#tickets.revoke(leg);
  }

  /** Is the request for a stream of the carrier? */
  takes({ url = "" }: IncomingMessage): boolean {
    return this.#numberOf(url) !== undefined;
  }

  /** Takes a connection over that asks to become a websocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The other side may leave while its signature is checked.
    socket.on("error", () => {});
    if (this.#isClosed || this.#strangers.size >= STRANGERS_MAX) return void refuseUpgrade(socket, "503 Service Unavailable");
    const { carrier, mayOpen, log } = this.#options;
    const numberId = this.#numberOf(request.url ?? "") ?? "";
    // Connections without a known number id must not use the slots of expected streams.
    if (!this.#tickets.awaits(numberId) && !this.#probes.awaits(numberId)) return void refuseUpgrade(socket, "403 Forbidden");
    mayOpen(request, numberId).then(
      (isRight) => {
        if (!isRight) return void refuseUpgrade(socket, "403 Forbidden");
        const { ticketHeader } = carrier.stream;
        const ticket = ticketHeader === undefined ? undefined : [request.headers[ticketHeader]].flat()[0];
        this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#introduce(webSocket, numberId, ticket));
      },
      (error: unknown) => {
        log.error({ numberId, err: error }, `a stream of ${carrier.name} could not be checked`);
        refuseUpgrade(socket, "503 Service Unavailable");
      },
    );
  }

  #introduce(socket: WebSocket, numberId: string, shown: string | undefined): void {
    let leg: CarrierLeg | undefined;
    const settle = () => {
      clearTimeout(timer);
      this.#strangers.delete(stream);
    };
    const stream: MediaStream = new MediaStream(socket, this.#options.carrier.stream, {
      onStart: (start) => {
        settle();
        leg = this.#connect({ ...start, ticket: start.ticket ?? shown }, numberId, stream);
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

  #connect({ callId, ticket = "" }: StreamStart, numberId: string, stream: MediaStream): CarrierLeg | undefined {
    const probe = this.#probes.redeem(ticket);
    const leg = this.#tickets.redeem(ticket);
    // The stream may begin before the carrier has answered to the order to call; the ticket proves the leg.
    if (callId !== undefined) leg?.placed(callId);
    const isRight = leg?.numberId === numberId && (callId === undefined || leg.carrierId === callId);
    if (isRight && (leg.awaitsStream || leg.state === "apart")) {
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
    const { carrier, reach } = this.#options;
    const { ticketHeader, start } = carrier.stream;
    return new Promise((resolve) => {
      const numberId = this.#numberOf(new URL(url).pathname) ?? "";
      const ticket = this.#probes.issue({ numberId, arrived: () => settle(true) }, PROBE_MS);
      const headers = ticketHeader === undefined ? {} : { [ticketHeader]: ticket };
      const socket = new WebSocket(reach?.(url) ?? url, { handshakeTimeout: PROBE_MS, headers });
      const settle = (isThere: boolean) => {
        clearTimeout(timer);
        socket.terminate();
        resolve(isThere);
      };
      const timer = setTimeout(() => settle(false), PROBE_MS);
      socket.on("error", () => settle(false));
      socket.on("open", () => socket.send(JSON.stringify(start(ticket))));
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
  }
}
