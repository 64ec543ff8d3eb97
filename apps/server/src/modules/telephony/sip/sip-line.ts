import { invalid, PlatformError } from "@callwright/contract";
import type { DialOrder } from "@callwright/engine";
import type { Config } from "../../../platform/config/config.ts";
import { printable, problemOfHeaders } from "../../../platform/net/sip-headers.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { CarrierSetup, DialRequest, IncomingPhoneCall, PhoneLine, PhoneLineListener } from "../phone-line.ts";
import type { PhoneMedia } from "../phone-media.ts";
import { isSipAddress } from "../sip-address.ts";
import { JanusError, requestOfCall, type SipEvent, type SipHandle } from "./janus-client.ts";
import { failed } from "./sip-ends.ts";
import { passOf, SIP_USER, type SipConfig, SipGateway, sipKey } from "./sip-gateway.ts";
import { SipLeg } from "./sip-leg.ts";
import { SipRegistrations } from "./sip-registrations.ts";
import { createSipSetup } from "./sip-setup.ts";
import { digitsOf, findTarget, hostOf, isOfTrunk, outboundGateway, type SipNumber, userPart } from "./sip-trunk.ts";

export interface SipLineOptions extends Pick<ServerContext, "log"> {
  config: Pick<Config, "allowPrivateAddresses" | "nodeUrl" | "sip">;
  numbers(by: { id: string } | { dialed: string } | "all"): Promise<SipNumber[]>;
  limits: Pick<PhoneLine, "admit">;
}

const NO_GATEWAY = "This server has no SIP gateway. Install Janus and Kamailio, and set SIP_SECRET (docs/sip.md).";
const MARK = "x-callwright-";

/**
 * The line for numbers of SIP trunks. Only Kamailio is reachable from outside: it marks calls with their sender and passes them to Janus, which
 * carries each on a handle, with its sound to the call host. One node of an installation has the line.
 */
export class SipLine implements PhoneLine {
  readonly setup: CarrierSetup;
  readonly #options: SipLineOptions;
  readonly #gateway: SipGateway | undefined;
  readonly #registrations: SipRegistrations | undefined;
  #listener: PhoneLineListener | undefined;

  constructor(options: SipLineOptions) {
    this.#options = options;
    const { sip } = options.config;
    if (sip) {
      this.#gateway = new SipGateway({
        sip,
        log: options.log,
        onIncoming: (handle, event) => this.#called(sip, handle, event),
        onReady: () => void this.#registrations?.sync(),
        onDown: () => this.#registrations?.forget(),
      });
      this.#registrations = new SipRegistrations({ ...options, ...options.config, sip, janus: this.#gateway.janus });
    }
    this.setup = createSipSetup({
      ...options,
      problems: () => this.#gateway?.problems ?? { janus: NO_GATEWAY },
      registrations: this.#registrations,
    });
  }

  open(listener: PhoneLineListener): void {
    if (!this.#listener) this.#gateway?.janus.open();
    this.#listener = listener;
  }

  problemOf(): string | undefined {
    const { janus, kamailio } = this.#gateway?.problems ?? { janus: NO_GATEWAY };
    const problem = janus ?? kamailio;
    return problem && `phoneNumberId names a number of a SIP trunk, which cannot call now. ${problem}`;
  }

  /** Janus and Kamailio may come back. With several nodes, only one of them has the two. */
  mayPass(): boolean {
    return this.#gateway !== undefined || this.#options.config.nodeUrl !== undefined;
  }

  async admit(...call: Parameters<PhoneLine["admit"]>): Promise<void> {
    const [, from, to] = call;
    await this.#options.limits.admit(...call);
    const [found] = isSipAddress(to) ? await this.#options.numbers({ id: from.id }) : [];
    const target = found && (await findTarget(found, to, this.#options.config));
    if (target && "problem" in target) throw invalid(`customer.sipUri cannot be called. ${target.problem}`);
  }

  // Outgoing calls

  dial(request: DialRequest): SipLeg {
    const leg = this.#newLeg(false, request.from.id);
    this.#place(leg, request).catch((error: unknown) => {
      this.#options.log.warn({ callId: request.media.callId, err: error }, "a call could not be placed over SIP");
      leg.fail(error instanceof JanusError ? error.message : "The SIP gateway did not take the call.");
    });
    return leg;
  }

  async #place(leg: SipLeg, { from, to, sipHeaders = {}, callerId, callerName, ringSeconds, media }: DialRequest): Promise<void> {
    const { sip } = this.#options.config;
    const [found] = await this.#options.numbers({ id: from.id });
    if (!sip || !this.#gateway || !found) return leg.end(...failed("The SIP trunk of the calling number was removed."));
    const { trunk, number } = found;
    const target = await findTarget(found, to, this.#options.config);
    if ("problem" in target) return leg.end(...failed(target.problem));
    const { gateway, at, uri } = target;
    const added = Object.entries(sipHeaders).map(([name, value]) => [name, printable(value)] as const);
    const problem = problemOfHeaders(added);
    if (problem !== undefined) return leg.end(...failed(`The headers of the call cannot be sent: ${problem}.`));
    const { sdp, take } = await media.offer();
    if (leg.isOver) return;
    const handle = await this.#gateway.janus.attach({ onEvent: (event) => leg.take(event), onLost: () => leg.lost() });
    if (!leg.begin(handle)) return;
    leg.dialed(media, ringSeconds * 1_000, take);
    const { authUsername, authPassword, sipRegisterPlan } = trunk.outboundAuthenticationPlan ?? {};
    const user = userPart(callerId ?? number.number ?? SIP_USER);
    const home = gateway ?? outboundGateway(trunk);
    const domain = sipRegisterPlan?.domain ? userPart(sipRegisterPlan.domain) : home && hostOf(home);
    const username = `sip:${user}@${domain ?? "callwright.invalid"}`;
    const name = callerName && { display_name: printable(callerName) };
    await handle.request({ request: "register", type: "guest", username, outbound_proxy: sip.proxy, ...name });
    if (leg.isOver) return;
    const headers = {
      ...Object.fromEntries(added),
      ...passOf(sip, at),
      ...(gateway && trunk.sipDiversionHeader !== undefined && { Diversion: printable(trunk.sipDiversionHeader) }),
    };
    const proof = gateway && authPassword !== undefined && { secret: authPassword, authuser: authUsername ?? user };
    const srtp = gateway?.outboundProtocol === "tls/srtp" && { srtp: "sdes_mandatory" };
    const call = { request: "call", uri, headers, ...proof, ...srtp };
    await handle.request(call, { type: "offer", sdp });
  }

  // Incoming calls

  #called(sip: SipConfig, handle: SipHandle, event: SipEvent): SipLeg {
    const leg = this.#newLeg(true);
    leg.begin(handle, event.call_id);
    this.#receive(sip, leg, handle, event).catch((error: unknown) => {
      this.#options.log.warn({ carrierId: event.call_id, err: error }, "a call over SIP could not be answered");
      leg.reject(error instanceof PlatformError && error.status < 500 ? 480 : 503);
    });
    return leg;
  }

  async #receive(sip: SipConfig, leg: SipLeg, handle: SipHandle, event: SipEvent): Promise<void> {
    const { numbers, log } = this.#options;
    const { key, source = "", dialed = "", headers } = readHeaders(event);
    const refuse = (reason: string, code: number) => {
      log.warn({ source, dialed, carrierId: event.call_id, reason }, "a call over SIP was refused");
      leg.reject(code);
    };
    if (key !== sipKey(sip.secret)) return refuse("it did not come through Kamailio", 403);
    // A registered trunk calls by its user name; the number is in the other header.
    const candidates = [dialed, userOf(event.callee)].map(digitsOf).filter(Boolean);
    const called = (await Promise.all(candidates.map((each) => numbers({ dialed: each })))).flat();
    const found = called.find(({ trunk }) => isOfTrunk(trunk, source));
    if (!found) {
      const isKnown = called.length > 0;
      return refuse(isKnown ? "its sender is no gateway of the number's trunk" : "there is no such number", isKnown ? 403 : 404);
    }
    const { orgId, number } = found;
    leg.numberId = number.id;
    const incoming: IncomingPhoneCall = {
      orgId,
      from: callerOf(userOf(event.username)),
      to: number,
      headers,
      ...(event.call_id !== undefined && { carrierId: event.call_id }),
      leg,
      answer: (media: PhoneMedia) => leg.answer(media, event.sdp ?? "", (sdp) => accept(handle, sdp, event.srtp)),
    };
    await this.#listener?.onCall(incoming);
  }

  // Both directions

  #newLeg(isInbound: boolean, numberId?: string): SipLeg {
    const { log } = this.#options;
    const leg: SipLeg = new SipLeg({
      isInbound,
      referTo: (order) => this.#referTo(leg, order),
      onFault: (error) => log.warn({ err: error }, "a request about a SIP call failed"),
    });
    leg.numberId = numberId;
    return leg;
  }

  /** The address that the trunk is asked to connect the caller with. Fails when this server would not call it. */
  async #referTo({ numberId }: SipLeg, { destination }: DialOrder): Promise<string> {
    const [found] = numberId === undefined ? [] : await this.#options.numbers({ id: numberId });
    if (!found) throw new Error("the SIP trunk of the number was removed");
    const to = destination.type === "sip" ? destination.sipUri : destination.number;
    await this.admit(found.orgId, found.number, to);
    const target = await findTarget(found, to, this.#options.config);
    if ("problem" in target) throw new Error(target.problem);
    return target.uri;
  }

  /** After the calls have ended. */
  close(): void {
    this.#registrations?.close();
    this.#gateway?.close();
  }
}

const accept = (handle: SipHandle, sdp: string, srtp: SipEvent["srtp"]) =>
  requestOfCall(handle, { request: "accept", ...(srtp && { srtp }) }, { type: "answer", sdp });

/** Kamailio's headers about a call, and its caller's. */
function readHeaders({ headers = {} }: SipEvent) {
  const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const mark = (name: string) => all.find(([each]) => each === `${MARK}${name}`)?.[1];
  const own = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith(MARK));
  return { key: mark("key"), source: mark("source"), dialed: mark("dialed"), headers: Object.fromEntries(own) };
}

/** A caller can put any text there, and it is used in prompts. */
const callerOf = (user: string) => (/^\+?\d{1,20}$/.test(user) ? user : "anonymous");

/** The user of a SIP address. */
const userOf = (uri = "") => /^sips?:([^@;]+)@/.exec(uri)?.[1] ?? "";
