import { createHmac } from "node:crypto";
import type { Config } from "../../config.ts";
import { loggableCause } from "../../db/database-retry.ts";
import type { Logger } from "../../logger.ts";
import { JanusClient, type SipEvent, type SipHandle } from "./janus-client.ts";

export type SipConfig = NonNullable<Config["sip"]>;

/** Gets what happens to a call, once a handle has one. */
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

/** The user that Kamailio brings calls to. */
export const SIP_USER = "callwright";
export const KEY_HEADER = "X-Callwright-Key";
/** Where Kamailio sends a request of Janus. */
export const GATEWAY_HEADER = "X-Callwright-Gateway";
/** Handles that wait for calls beside the registered one. Each call takes one, and another one comes. */
const WAITING_HANDLES = 4;
const REGISTERED_SECONDS = 60;
/** Kamailio that does not answer is asked again after this time. */
const AGAIN_MS = 5_000;
/** Prefixes are compared with case. */
const READ_HEADERS = ["X-", "x-"];

/** What Kamailio and this server know, and nobody outside. */
export const sipKey = (secret: string) => createHmac("sha256", secret).update("callwright sip").digest("hex").slice(0, 32);

/** What lets a request through Kamailio, to this address alone. */
export const passOf = ({ secret }: Pick<SipConfig, "secret">, at: string) => ({
  ...{ [KEY_HEADER]: sipKey(secret), [GATEWAY_HEADER]: at },
});

/** Janus, registered at Kamailio as the one user that takes calls from outside. */
export class SipGateway {
  readonly janus: JanusClient;
  readonly #options: SipGatewayOptions;
  /** Of the registered handle. Helpers share its registration. */
  #masterId: number | undefined;
  #problem = "Kamailio was not asked yet.";
  #waiting = 0;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SipGatewayOptions) {
    this.#options = options;
    this.janus = new JanusClient({
      ...{ url: options.sip.janusUrl, secret: options.sip.secret, log: options.log },
      onUp: () => void this.#register(),
      onDown: () => {
        clearTimeout(this.#again);
        this.#masterId = undefined;
        this.#waiting = 0;
        options.onDown();
      },
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

  async #register(): Promise<void> {
    const { sip, onReady } = this.#options;
    const proof = { secret: "none", headers: { [KEY_HEADER]: sipKey(sip.secret) } };
    const registration = { username: this.#user, proxy: sip.proxy, register_ttl: REGISTERED_SECONDS, ...proof };
    await this.#attach(registration, ({ event, master_id, code = 0, reason = "" }) => {
      const isFirst = this.#masterId === undefined;
      this.#masterId = event === "registered" ? master_id : undefined;
      this.#problem = `Kamailio does not answer at ${sip.proxy}, or refuses this server: ${code} ${reason}.`;
      if (this.#masterId === undefined) this.#options.log.warn({ problem: this.#problem }, "the SIP line is not registered");
      else if (isFirst) {
        void this.#fill();
        onReady();
      }
    });
  }

  async #fill(): Promise<void> {
    while (this.#masterId !== undefined && this.#waiting < WAITING_HANDLES && !this.#isClosed) {
      this.#waiting += 1;
      const helper = { type: "helper", username: this.#user, master_id: this.#masterId };
      if (!(await this.#attach(helper, () => {}))) return;
    }
  }

  /** A handle that waits for calls. A helper has one call and is given back; the registered handle stays. */
  async #attach(registration: object, onRegistered: (event: SipEvent) => void): Promise<boolean> {
    const isHelper = "master_id" in registration;
    let user: HandleUser | undefined;
    const taken = (handle: SipHandle, event: SipEvent) => {
      if (isHelper) {
        this.#waiting -= 1;
        void this.#fill();
      }
      return this.#options.onIncoming(isHelper ? handle : { ...handle, detach: () => {} }, event);
    };
    try {
      const handle: SipHandle = await this.janus.attach({
        onEvent: (event) => {
          if (event.event === "registered" || event.event === "registration_failed") onRegistered(event);
          if (event.event === "registration_failed")
            this.#again = setTimeout(() => void register().catch(() => {}), AGAIN_MS).unref();
          else if (event.event === "incomingcall") user = taken(handle, event);
          else user?.take(event);
        },
        onLost: () => user?.lost(),
      });
      const register = () => handle.request({ request: "register", ...registration, incoming_header_prefixes: READ_HEADERS });
      await register();
      return true;
    } catch (error) {
      this.#options.log.warn({ err: loggableCause(error) }, "a handle for SIP calls could not be registered");
      return false;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.janus.close();
  }
}
