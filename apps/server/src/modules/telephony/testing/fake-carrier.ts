import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";

/** The behavior of the called telephone. */
export type FarEnd = "rings" | "is busy" | "declines" | "never answers" | "is picked up" | "does not exist";

export interface FakeCarrierOptions {
  phoneNumber: string;
  /** The behavior of called numbers. Default: `rings`. */
  farEnds: Readonly<Record<string, FarEnd>>;
  /** The server's address in this network, given its public one. */
  reach(url: string): string;
}

/** A request to the carrier's API. */
export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string;
  text: string;
}

/** A status, a body, and an action after they are sent. */
export type FakeAnswer = readonly [status: number, body?: object, next?: () => Promise<unknown>];

/** A number that carriers refuse. */
export const INVALID_NUMBER = "+15005550001";

/** The API of a carrier on 127.0.0.1, and its calls. */
export async function startFakeCarrier<Call extends FakeCall>(
  { farEnds, reach }: FakeCarrierOptions,
  answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
) {
  const calls: Call[] = [];
  const underWay = new Set<Promise<unknown>>();
  /** Keeps track of work that must end before time passes. */
  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    void work.catch(() => {}).finally(() => underWay.delete(work));
    return work;
  }
  const server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const { pathname: path, searchParams: query } = new URL(request.url ?? "", "http://fake");
      const { method = "", headers } = request;
      const [status, body, next] = await answer({ method, path, query, authorization: headers.authorization ?? "", text });
      response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
      if (next) void track(next());
    })().catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  /** Without streams, the carrier's connections never arrive. */
  const network = { hasStreams: true };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** In the order in which they began. */
    calls,
    network,
    parts: { reach, track, network } satisfies FakeNetwork,
    /** The call is in the list from now on. */
    add(call: Call): Call {
      calls.push(call);
      return call;
    },
    farEndOf: (number: string): FarEnd => farEnds[number] ?? "rings",
    /** Advances the ringing time, and waits until all requests are answered. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; ; left = 0) {
        while (underWay.size > 0) await Promise.allSettled(underWay);
        if (calls.map((call) => call.ringFor(left)).every((rung) => !rung)) return;
      }
    },
    async close(): Promise<void> {
      for (const call of calls) call.drop();
      await Promise.allSettled(underWay);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface FakeNetwork {
  reach(url: string): string;
  track<T>(work: Promise<T>): Promise<T>;
  network: { hasStreams: boolean };
}

export interface FakeCallParts extends FakeNetwork {
  id: string;
  from: string;
  to: string;
  isInbound: boolean;
}

/** The end of a call: by its far end, by the person in it, or by an order of the server. */
export type FakeEnd = Exclude<FarEnd, "rings" | "is picked up"> | "hangs up" | "is ended";

const PACKET_MS = 20;

/** A call from the carrier's side: the telephone at the far end, and the server's orders. */
export abstract class FakeCall<Parts extends FakeCallParts = FakeCallParts> {
  protected readonly parts: Parts;
  state: "new" | "ringing" | "answered" | "ended" = "new";
  /** Packets that were played to the telephone, in base64. */
  readonly played: string[] = [];
  /** Number of opened streams. */
  streams = 0;
  socket: WebSocket | undefined;
  #queue: ({ sound: string } | { mark: string })[] = [];
  #player: NodeJS.Timeout | undefined;
  #ringLeftMs = Number.POSITIVE_INFINITY;
  #reports: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get id(): string {
    return this.parts.id;
  }

  get isOver(): boolean {
    return this.state === "ended";
  }

  /** Reports an event. When the call is answered, its stream opens. */
  protected abstract tell(what: "begins" | "rings" | "is answered"): Promise<unknown>;
  protected abstract tellEnd(end: FakeEnd, wasAnswered: boolean): Promise<unknown>;
  /** The connection of its stream was closed. */
  protected abstract streamClosed(): Promise<unknown>;
  protected abstract markFrame(name: string): object;

  /** Included in every frame to the server. */
  protected get envelope(): object {
    return {};
  }

  /** Receives the server's data of the stream. */
  protected hear(data: Buffer, _isBinary: boolean): void {
    const { event, media, mark } = JSON.parse(data.toString());
    if (event === "media") this.play({ sound: media.payload });
    else if (event === "mark") this.play({ mark: mark.name });
  }

  /** The server ordered the call. */
  async ring(farEnd: FarEnd, ringSeconds: number): Promise<void> {
    await this.tell("begins");
    if (farEnd === "is busy" || farEnd === "does not exist") return this.end(farEnd);
    if (this.isOver) return;
    this.state = "ringing";
    this.#ringLeftMs = ringSeconds * 1_000;
    await this.tell("rings");
    if (farEnd === "declines") await this.end(farEnd);
    if (farEnd === "is picked up") await this.pickUp();
  }

  async pickUp(): Promise<void> {
    if (this.state !== "ringing") return;
    this.state = "answered";
    await this.tell("is answered");
  }

  /** True if it has rung for too long. */
  ringFor(ms: number): boolean {
    if (this.state !== "ringing" || this.parts.isInbound) return false;
    this.#ringLeftMs -= ms;
    if (this.#ringLeftMs > 0) return false;
    this.later(this.end("never answers"));
    return true;
  }

  /** The person at the telephone hangs up. */
  hangUp(): void {
    this.later(this.end("hangs up"));
  }

  protected async end(end: FakeEnd): Promise<void> {
    if (this.isOver) return;
    const wasAnswered = this.state === "answered";
    this.state = "ended";
    this.stopPlaying();
    await this.tellEnd(end, wasAnswered);
  }

  /** The connection breaks. */
  breakStream(): void {
    this.socket?.terminate();
  }

  drop(): void {
    this.stopPlaying();
    this.socket?.removeAllListeners("close");
    this.socket?.terminate();
  }

  /** Work of the carrier after it has answered a request. */
  protected later(work: Promise<unknown>): void {
    void this.parts.track(work);
  }

  /** In the order in which it happened. */
  protected inOrder(report: () => Promise<unknown>): Promise<unknown> {
    this.#reports = this.#reports.then(report);
    return this.#reports;
  }

  /** False: the server refuses the stream. */
  protected async openStream(url: string, headers: Record<string, string> = {}): Promise<boolean> {
    const socket = new WebSocket(this.parts.reach(url), { headers });
    socket.on("error", () => {});
    socket.on("message", (data, isBinary) => this.hear(data as Buffer, isBinary));
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("open", () => resolve(true));
      socket.once("close", () => resolve(false));
    });
    if (!isOpen) return false;
    socket.once("close", () => {
      this.stopPlaying();
      this.socket = undefined;
      if (!this.isOver) this.later(this.streamClosed());
    });
    this.socket = socket;
    this.streams += 1;
    this.#player = setInterval(() => this.#playNext(), PACKET_MS);
    return true;
  }

  protected send(frame: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...this.envelope, ...frame }));
  }

  /** 20 ms a packet. Marks are given back. */
  protected play(item: { sound: string } | { mark: string }): void {
    this.#queue.push(item);
  }

  protected stopPlaying(): void {
    clearInterval(this.#player);
  }

  #playNext(): void {
    for (;;) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      if ("sound" in next) return void this.played.push(next.sound);
      this.send(this.markFrame(next.mark));
    }
  }
}
