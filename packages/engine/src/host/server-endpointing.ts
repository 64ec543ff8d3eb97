import type { AskEndpointing, EndpointingAdvice } from "../speech/endpointing-server.ts";
import type { FromHost, ToHost } from "./call-host-protocol.ts";

type Advised = Extract<ToHost, { type: "endpointing-advised" }>;

/** The endpointing servers of a host's calls, which the server asks. A question whose answer is late stays open until it comes, or the host ends. */
export class ServerEndpointing {
  readonly #send: (message: FromHost) => boolean;
  readonly #open = new Map<string, (advice: EndpointingAdvice) => void>();
  #nextId = 0;

  /** `send` answers false when the server is gone. */
  constructor(send: (message: FromHost) => boolean) {
    this.#send = send;
  }

  /** Asks for one call. */
  askerOf(callId: string): AskEndpointing {
    return (customerText) =>
      new Promise((resolve) => {
        const requestId = String(this.#nextId++);
        this.#open.set(requestId, resolve);
        if (this.#send({ type: "ask-endpointing", requestId, callId, customerText })) return;
        this.#open.delete(requestId);
        resolve({ problem: "The endpointing server was not asked: the connection to the server is lost." });
      });
  }

  advised({ requestId, advice }: Advised): void {
    this.#open.get(requestId)?.(advice);
    this.#open.delete(requestId);
  }
}
