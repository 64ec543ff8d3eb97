import type { Config } from "../../config.ts";
import { loggableCause } from "../../db/database-retry.ts";
import type { Logger } from "../../logger.ts";
import type { JanusClient, SipHandle } from "./janus-client.ts";
import { passOf, type SipConfig } from "./sip-gateway.ts";
import { hostOf, locateGateway, outboundGateway, type SipNumber, type SipTrunk, userPart } from "./sip-trunk.ts";

interface Options extends Pick<Config, "allowPrivateAddresses"> {
  sip: SipConfig;
  janus: JanusClient;
  numbers(by: "all"): Promise<SipNumber[]>;
  log: Logger;
}

interface Registration {
  /** The trunk as it is registered. */
  trunk: string;
  handle?: SipHandle;
  /** Absent: no answer yet. */
  state?: { isRegistered: boolean; message: string };
}

/** Trunks are added and changed on other nodes, too. */
const SYNC_MS = 30_000;
const REGISTERED_SECONDS = 300;

/** Registers at the trunks that want it (`sipRegisterPlan`), as long as they have numbers. Kamailio passes the requests on. */
export class SipRegistrations {
  readonly #options: Options;
  readonly #registrations = new Map<string, Registration>();
  readonly #timer: NodeJS.Timeout;
  #syncing: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => {
      // A trunk that has refused is asked again.
      for (const [id, { state, handle }] of this.#registrations)
        if (state?.isRegistered === false) {
          this.#registrations.delete(id);
          handle?.detach();
        }
      void this.sync();
    }, SYNC_MS).unref();
  }

  stateOf(trunkId: string): Registration["state"] {
    return this.#registrations.get(trunkId)?.state;
  }

  /** Resolves when each trunk was asked; its answer may follow. Does not fail. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync()
      .catch((error: unknown) =>
        this.#options.log.warn({ err: loggableCause(error) }, "the registrations of SIP trunks could not be read"),
      )
      .finally(() => {
        this.#syncing = undefined;
      });
    return this.#syncing;
  }

  async #sync(): Promise<void> {
    if (this.#options.janus.problem !== undefined) return;
    const wanted = new Map<string, SipTrunk>();
    for (const { trunkId, trunk } of await this.#options.numbers("all"))
      if (trunk.outboundAuthenticationPlan?.sipRegisterPlan) wanted.set(trunkId, trunk);
    for (const [id, { trunk, handle }] of this.#registrations)
      if (JSON.stringify(wanted.get(id)) !== trunk) {
        this.#registrations.delete(id);
        // Janus takes the registration back with the handle.
        handle?.detach();
      }
    for (const [id, trunk] of wanted) if (!this.#registrations.has(id)) await this.#register(id, trunk);
  }

  async #register(id: string, trunk: SipTrunk): Promise<void> {
    const { sip, janus, log, allowPrivateAddresses } = this.#options;
    const gateway = outboundGateway(trunk);
    const { authUsername, authPassword = "", sipRegisterPlan: plan } = trunk.outboundAuthenticationPlan ?? {};
    const user = plan?.username ?? authUsername;
    const registration: Registration = { trunk: JSON.stringify(trunk) };
    this.#registrations.set(id, registration);
    if (!gateway || user === undefined) {
      const missing = gateway ? "a user name (authUsername)" : "a gateway for calls that begin here (outboundEnabled)";
      registration.state = { isRegistered: false, message: `The trunk needs ${missing}.` };
      return;
    }
    const located = await locateGateway(gateway, allowPrivateAddresses);
    if ("problem" in located) {
      registration.state = { isRegistered: false, message: located.problem };
      return;
    }
    try {
      const handle = await janus.attach({
        onEvent: ({ event, code = 0, reason = "" }) => {
          // The trunk calls Kamailio. Who calls here is a program of this machine.
          if (event === "incomingcall") refuseStranger(registration.handle, log);
          if (event !== "registered" && event !== "registration_failed") return;
          const isRegistered = event === "registered";
          const message = isRegistered ? `Registered as ${user}.` : `The trunk refuses the registration: ${code} ${reason}.`;
          registration.state = { isRegistered, message };
          if (!isRegistered) log.warn({ trunkId: id, code, reason }, "a SIP trunk refused a registration");
        },
        onLost: () => this.#registrations.delete(id),
      });
      registration.handle = handle;
      await handle.request({
        request: "register",
        username: `sip:${userPart(user)}@${userPart(plan?.domain ?? gateway.ip)}`,
        ...{ authuser: authUsername ?? user, secret: authPassword },
        proxy: `sip:${hostOf(gateway)};transport=${gateway.outboundProtocol ?? "udp"}`,
        outbound_proxy: sip.proxy,
        headers: passOf(sip, located.at),
        register_ttl: REGISTERED_SECONDS,
      });
    } catch (error) {
      this.#registrations.delete(id);
      log.warn({ trunkId: id, err: loggableCause(error) }, "a SIP trunk could not be registered");
    }
  }

  /** Janus is gone. */
  forget(): void {
    this.#registrations.clear();
  }

  close(): void {
    clearInterval(this.#timer);
    this.forget();
  }
}

function refuseStranger(handle: SipHandle | undefined, log: Logger): void {
  log.warn({ reason: "it did not come through Kamailio" }, "a call over SIP was refused");
  handle?.request({ request: "decline", code: 403 }).catch(() => {});
}
