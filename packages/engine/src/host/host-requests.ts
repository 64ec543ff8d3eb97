import { PlatformError } from "@callwright/contract";
import type { CallHostProcess } from "./call-host-process.ts";
import type { FromHost, ToHost } from "./call-host-protocol.ts";
import { explainOfferFailure } from "./offer-refusal.ts";

/** A host's reply to a request. */
type Reply = Extract<FromHost, { type: "answer" | "left" }>;
type Failure = Extract<FromHost, { type: "offer-failed" }>;
type RequestOf<Type extends ToHost["type"]> = Omit<Extract<ToHost, { type: Type }>, "requestId">;

export type HostRequest = AnsweredRequest | RequestOf<"leave">;
export type AnsweredRequest = RequestOf<"offer"> | RequestOf<"make-offer"> | RequestOf<"take-answer"> | RequestOf<"restart">;

interface OpenRequest {
  host: CallHostProcess;
  resolve(reply: Reply): void;
  reject(error: PlatformError): void;
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Requests to hosts that wait for their reply. */
export class HostRequests {
  readonly #open = new Map<string, OpenRequest>();
  #nextId = 0;

  /** Fails with `call-host-unavailable` when the host dies or does not answer in time, or as the host's `offer-failed` says. */
  send(host: CallHostProcess, message: HostRequest): Promise<Reply> {
    const requestId = String(this.#nextId++);
    return new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#open.get(requestId)?.reject(unavailable("the call host did not answer in time.")),
        REQUEST_TIMEOUT_MS,
      );
      const settle = () => {
        clearTimeout(timer);
        this.#open.delete(requestId);
      };
      this.#open.set(requestId, {
        host,
        resolve(reply) {
          settle();
          resolve(reply);
        },
        reject(error) {
          settle();
          reject(error);
        },
      });
      host.send({ ...message, requestId });
    });
  }

  resolve(reply: Reply): void {
    this.#open.get(reply.requestId)?.resolve(reply);
  }

  reject({ requestId, fault, message }: Failure): void {
    this.#open.get(requestId)?.reject(explainOfferFailure(fault, message));
  }

  rejectAll(host: CallHostProcess, detail: string): void {
    for (const request of this.#open.values()) if (request.host === host) request.reject(unavailable(detail));
  }
}

function unavailable(detail: string): PlatformError {
  return new PlatformError("call-host-unavailable", { detail });
}
