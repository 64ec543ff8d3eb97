import type { Config } from "../../../platform/config/config.ts";
import { inTurn } from "../../../platform/config/in-turn.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import { type JanusClient, requestOfCall, type SipHandle } from "./janus-client.ts";
import { passOf, type SipConfig } from "./sip-gateway.ts";
import { hostOf, locateGateway, outboundGateway, type SipNumber, type SipTrunk, transportOf, userPart } from "./sip-trunk.ts";

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
/** Each takes a handle and a port of Janus. */
const MAX_REGISTRATIONS = 500;
const MAX_OF_ORG = 20;

/** Registers at the trunks that want it (`sipRegisterPlan`), while they have numbers. Kamailio passes the requests on. */
export class SipRegistrations {
  readonly #options: Options;
  readonly #registrations = new Map<string, Registration>();
  readonly #timer: NodeJS.Timeout;
  /** Resolves when every trunk was asked; answers may follow later. Does not fail. */
  readonly sync = inTurn(() =>
    this.#sync().catch((err: unknown) => this.#options.log.warn({ err }, "the registrations of SIP trunks could not be read")),
  );

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => {
      // A trunk that refused is asked again.
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

  async #sync(): Promise<void> {
    if (this.#options.janus.problem !== undefined) return;
    const wanted = new Map<string, SipTrunk>();
    const refused = new Map<string, string>();
    const ofOrgs = new Map<string, Set<string>>();
    for (const { orgId, trunkId, trunk } of await this.#options.numbers("all")) {
      if (!trunk.outboundAuthenticationPlan?.sipRegisterPlan) continue;
      wanted.set(trunkId, trunk);
      const ofOrg = ofOrgs.get(orgId) ?? new Set();
      ofOrgs.set(orgId, ofOrg.add(trunkId));
      if (ofOrg.size > MAX_OF_ORG) refused.set(trunkId, `An organization registers with ${MAX_OF_ORG} trunks at most.`);
      else if (wanted.size > MAX_REGISTRATIONS)
        refused.set(trunkId, `The server registers with ${MAX_REGISTRATIONS} trunks at most.`);
    }
    for (const [id, { trunk, handle }] of this.#registrations)
      if (JSON.stringify(wanted.get(id)) !== trunk) {
        this.#registrations.delete(id);
        // Janus takes the registration back with the handle.
        handle?.detach();
      }
    for (const [id, trunk] of wanted) if (!this.#registrations.has(id)) await this.#register(id, trunk, refused.get(id));
  }

  async #register(id: string, trunk: SipTrunk, refused: string | undefined): Promise<void> {
    const { sip, janus, log, allowPrivateAddresses } = this.#options;
    const gateway = outboundGateway(trunk);
    const { authUsername, authPassword = "", sipRegisterPlan: plan } = trunk.outboundAuthenticationPlan ?? {};
    const user = plan?.username ?? authUsername;
    const registration: Registration = { trunk: JSON.stringify(trunk) };
    this.#registrations.set(id, registration);
    const fail = (message: string) => {
      registration.state = { isRegistered: false, message };
    };
    if (refused !== undefined) return fail(refused);
    if (!gateway) return fail("The trunk needs a gateway for calls that begin here (outboundEnabled).");
    if (user === undefined || userPart(user) === "") return fail("The trunk needs a user name (authUsername).");
    const located = await locateGateway(gateway, allowPrivateAddresses);
    if ("problem" in located) return fail(located.problem);
    try {
      const handle = await janus.attach({
        onEvent: ({ event, code = 0, reason = "" }) => {
          // The trunk calls Kamailio, so a direct call comes from a program of this machine.
          if (event === "incomingcall") refuseStranger(registration.handle, log);
          if (event !== "registered" && event !== "registration_failed") return;
          const isRegistered = event === "registered";
          const message = isRegistered ? `Registered as ${user}.` : `The trunk refuses the registration: ${code} ${reason}.`;
          registration.state = { isRegistered, message };
          if (!isRegistered) log.warn({ trunkId: id, code, reason }, "a SIP trunk refused a registration");
        },
        onLost: () => {
          if (this.#registrations.get(id) === registration) this.#registrations.delete(id);
        },
      });
      registration.handle = handle;
      await handle.request({
        request: "register",
        username: `sip:${userPart(user)}@${userPart(plan?.domain ?? gateway.ip)}`,
        authuser: authUsername ?? user,
        secret: authPassword,
        proxy: `sip:${hostOf(gateway)};transport=${transportOf(gateway)}`,
        outbound_proxy: sip.proxy,
        headers: passOf(sip, located.at),
        register_ttl: REGISTERED_SECONDS,
      });
    } catch (error) {
      registration.handle?.detach();
      delete registration.handle;
      fail(`The registration could not be sent. ${error instanceof Error ? error.message : String(error)}`);
      log.warn({ trunkId: id, err: error }, "a SIP trunk could not be registered");
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
  if (handle) requestOfCall(handle, { request: "decline", code: 403 }).catch(() => {});
}
