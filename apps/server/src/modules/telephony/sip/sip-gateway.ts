import { createHmac } from "node:crypto";
import type { Config } from "../../../platform/config/config.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import { JanusClient, type SipEvent, type SipHandle } from "./janus-client.ts";

export type SipConfig = NonNullable<Config["sip"]>;

/** Receives the events of a call on a handle. */
interface HandleUser {
  take(event: SipEvent): void;
  lost(): void;
}

export interface SipGatewayOptions {
  sip: SipConfig;
  log: Logger;
  onIncoming(handle: SipHandle, event: SipEvent): HandleUser;
  /** Calls can be made and taken. */
  onReady(): void;
  onDown(): void;
}

/** The user that receives calls from Kamailio. */
export const SIP_USER = "callwright";
export const KEY_HEADER = "X-Callwright-Key";
/** Header that tells Kamailio where to send a request of Janus. */
export const GATEWAY_HEADER = "X-Callwright-Gateway";
/** Handles that wait for calls besides the registered one. Each call uses one, and a new one is attached. */
const WAITING_HANDLES = 4;
const REGISTERED_SECONDS = 60;
/** If Kamailio does not answer, it is asked again after this time. */
const AGAIN_MS = 5_000;
/** Prefixes are compared with case. */
const READ_HEADERS = ["X-", "x-"];

/** A key that only Kamailio and this server know. */
export const sipKey = (secret: string) => createHmac("sha256", secret).update("callwright sip").digest("hex").slice(0, 32);

/** The secret that lets a request pass through Kamailio, to this address only. */
export const passOf = ({ secret }: Pick<SipConfig, "secret">, at: string) => ({
  [KEY_HEADER]: sipKey(secret),
  [GATEWAY_HEADER]: at,
});

/** Janus, registered at Kamailio as the only user for calls from outside. */
export class SipGateway {
  readonly janus: JanusClient;
  readonly #options: SipGatewayOptions;
  /** Id of the registered handle. Helpers share its registration. */
  #masterId: number | undefined;
  /** Whether a handle is registered, or tries to be. */
  #hasMaster = false;
  #problem = "Kamailio was not asked yet.";
  #waiting = 0;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SipGatewayOptions) {
    this.#options = options;
    this.janus = new JanusClient({
      url: options.sip.janusUrl,
      secret: options.sip.secret,
      log: options.log,
      onUp: () => this.#restore(),
      onDown: options.onDown,
    });
  }

  /** Why there are no calls, by part. */
  get problems(): { janus?: string; kamailio?: string } {
    const { problem } = this.janus;
    return {
      ...(problem !== undefined && { janus: problem }),
      ...(this.#masterId === undefined && { kamailio: this.#problem }),
    };
  }

  get #user(): string {
    return `sip:${SIP_USER}@${new URL(this.#options.sip.proxy.replace(/^sip:/, "http://")).host}`;
  }

  /** Attaches the handles that are missing. */
  #restore(): void {
    if (this.#isClosed || this.janus.problem !== undefined) return;
    const { sip, onReady } = this.#options;
    if (!this.#hasMaster) {
      this.#hasMaster = true;
      const pass = { secret: "none", headers: { [KEY_HEADER]: sipKey(sip.secret) } };
      const registration = { username: this.#user, proxy: sip.proxy, register_ttl: REGISTERED_SECONDS, ...pass };
      void this.#attach(registration, (masterId, problem) => {
        const isFirst = this.#masterId === undefined;
        this.#masterId = masterId;
        this.#problem = `Kamailio does not answer at ${sip.proxy}, or refuses this server: ${problem}.`;
        if (masterId === undefined) this.#options.log.warn({ problem: this.#problem }, "the SIP line is not registered");
        else if (isFirst) {
          this.#restore();
          onReady();
        }
      });
      return;
    }
    while (this.#masterId !== undefined && this.#waiting < WAITING_HANDLES) {
      this.#waiting += 1;
      void this.#attach({ type: "helper", username: this.#user, master_id: this.#masterId }, undefined);
    }
  }

  /** Retries failed registrations. */
  #restoreLater(): void {
    if (this.#isClosed) return;
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      this.#restore();
    }, AGAIN_MS).unref();
  }

  /** A handle that waits for calls. A helper takes one call and is then detached; the registered handle stays. */
  async #attach(
    registration: object,
    onRegistered: ((masterId: number | undefined, problem: string) => void) | undefined,
  ): Promise<void> {
    const isHelper = onRegistered === undefined;
    let user: HandleUser | undefined;
    let handle: SipHandle | undefined;
    let isWaiting = true;
    const leave = () => {
      const didWait = isWaiting;
      isWaiting = false;
      if (didWait && isHelper) this.#waiting -= 1;
      return didWait;
    };
    const gone = (problem: string) => {
      if (!leave()) return;
      handle?.detach();
      if (!isHelper) {
        this.#hasMaster = false;
        onRegistered(undefined, problem);
      }
      this.#restoreLater();
    };
    const register = async () => {
      try {
        await handle?.request({ request: "register", ...registration, incoming_header_prefixes: READ_HEADERS });
      } catch (error) {
        this.#options.log.warn({ err: error }, "a handle for SIP calls could not be registered");
        gone(error instanceof Error ? error.message : String(error));
      }
    };
    const take = (event: SipEvent) => {
      if (event.event === "registered") onRegistered?.(event.master_id, "");
      else if (event.event === "registration_failed") {
        const problem = `${event.code ?? 0} ${event.reason ?? ""}`;
        if (isHelper) return gone(problem);
        // The handle is kept, because closing it would end the calls of its helpers.
        onRegistered(undefined, problem);
        setTimeout(() => isWaiting && void register(), AGAIN_MS).unref();
      } else if (event.event !== "incomingcall") user?.take(event);
      else if (handle) {
        if (isHelper && leave()) this.#restore();
        user = this.#options.onIncoming(isHelper ? handle : { ...handle, detach: () => {} }, event);
      }
    };
    try {
      handle = await this.janus.attach({
        onEvent: take,
        onLost: () => {
          user?.lost();
          handle = undefined;
          gone("Janus has taken its handle back");
        },
      });
    } catch (error) {
      this.#options.log.warn({ err: error }, "a handle for SIP calls could not be attached");
      return gone(error instanceof Error ? error.message : String(error));
    }
    await register();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.janus.close();
  }
}
