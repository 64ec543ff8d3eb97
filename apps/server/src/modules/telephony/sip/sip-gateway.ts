import { createHmac } from "node:crypto";
import type { Config } from "../../../platform/config/config.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import { JanusClient } from "./janus-client.ts";
import { SipHandles, type SipHandlesOptions } from "./sip-handles.ts";
import { probeSip } from "./sip-probe.ts";

export type SipConfig = NonNullable<Config["sip"]>;

export interface SipGatewayOptions {
  sip: SipConfig;
  /** Calls that this server can hold. Each call from outside takes a handle, which waits for it. */
  capacity: number;
  log: Logger;
  onIncoming: SipHandlesOptions["onIncoming"];
  /** Whether Kamailio answers and has the registrations. Default: a request by UDP. */
  probe?: typeof probeSip;
  /** Calls can be made and taken. */
  onReady(): void;
  onDown(): void;
}

/** The user that receives calls from Kamailio. */
export const SIP_USER = "callwright";
/** The user that receives calls of addresses that Kamailio does not know, so that these leave the other handles free. */
export const STRANGERS_USER = "callwright-strangers";
export const KEY_HEADER = "X-Callwright-Key";
/** Header that tells Kamailio where to send a request of Janus. */
export const GATEWAY_HEADER = "X-Callwright-Gateway";
/**
 * A stranger's call takes a handle for some milliseconds, until the server has refused it. A trunk is a stranger until the first of its calls has been
 * answered: this many of them may come at once.
 */
const STRANGERS_HANDLES_MAX = 20;
/** A Kamailio that was stopped, or restarted and has lost the registrations, is noticed after this time. */
const PROBE_MS = 3_000;
/** Each waiting handle is a thread of Janus. */
const WAITING_HANDLES_MAX = 100;

/** A key that only Kamailio and this server know. */
export const sipKey = (secret: string) => createHmac("sha256", secret).update("callwright sip").digest("hex").slice(0, 32);

/** The secret that lets a request pass through Kamailio, to this address only. */
export const passOf = ({ secret }: Pick<SipConfig, "secret">, at: string) => ({
  [KEY_HEADER]: sipKey(secret),
  [GATEWAY_HEADER]: at,
});

/** Janus, registered at Kamailio as the users for calls from outside. */
export class SipGateway {
  readonly janus: JanusClient;
  readonly #options: SipGatewayOptions;
  readonly #trunks: SipHandles;
  readonly #strangers: SipHandles;
  readonly #kamailio: URL;
  #probing: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SipGatewayOptions) {
    const { sip, capacity, log, onIncoming, onReady, onDown } = options;
    this.#options = options;
    this.janus = new JanusClient({
      url: sip.janusUrl,
      secret: sip.secret,
      log,
      onUp: () => {
        this.#trunks.restore();
        this.#strangers.restore();
      },
      onDown,
    });
    this.#kamailio = new URL(sip.proxy.replace(/^sip:/, "http://"));
    const pass = { [KEY_HEADER]: sipKey(sip.secret) };
    const open = (user: string, handles: number, onRegistered = () => {}) =>
      new SipHandles({
        log,
        janus: this.janus,
        proxy: sip.proxy,
        pass,
        address: `sip:${user}@${this.#kamailio.host}`,
        handles,
        onIncoming,
        onRegistered,
      });
    this.#trunks = open(SIP_USER, Math.min(capacity, WAITING_HANDLES_MAX), onReady);
    this.#strangers = open(STRANGERS_USER, Math.min(capacity, STRANGERS_HANDLES_MAX));
  }

  /** Why there are no calls, by part. */
  get problems(): { janus?: string; kamailio?: string } {
    const { problem: janus } = this.janus;
    const problem = this.#trunks.problem ?? this.#strangers.problem;
    const kamailio = problem && `Kamailio does not answer at ${this.#options.sip.proxy}, or refuses this server: ${problem}.`;
    return { ...(janus !== undefined && { janus }), ...(kamailio !== undefined && { kamailio }) };
  }

  open(): void {
    this.janus.open();
    this.#probeLater();
  }

  #probeLater(): void {
    if (!this.#isClosed) this.#probing = setTimeout(() => void this.#probe(), PROBE_MS).unref();
  }

  async #probe(): Promise<void> {
    const { probe = probeSip } = this.#options;
    const { hostname, port } = this.#kamailio;
    const isUp = await probe(hostname, Number(port) || 80);
    if (!isUp) for (const handles of [this.#trunks, this.#strangers]) handles.renew("it gives no answer, or was restarted");
    this.#probeLater();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#probing);
    this.#trunks.close();
    this.#strangers.close();
    this.janus.close();
  }
}
