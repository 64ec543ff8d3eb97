import { invalid, PlatformError } from "@callwright/contract";
import { type DialOrder, problemOfTelephoneOffer, withoutKeyEvents } from "@callwright/engine";
import type { Config } from "../../../platform/config/config.ts";
import { printable, problemOfHeaders } from "../../../platform/net/sip-headers.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { CarrierSetup, DialRequest, IncomingPhoneCall, PhoneLine, PhoneLineListener } from "../phone-line.ts";
import type { PhoneMedia } from "../phone-media.ts";
import { isSipAddress } from "../sip-address.ts";
import { JanusError, requestOfCall, type SentSdp, type SipEvent, type SipHandle } from "./janus-client.ts";
import { OWN_SIDE, RtpengineClient } from "./rtpengine-client.ts";
import { failed } from "./sip-ends.ts";
import { passOf, SIP_USER, type SipConfig, SipGateway, sipKey } from "./sip-gateway.ts";
import { callerOf, READ_HEADERS, readHeaders, userOf } from "./sip-identity.ts";
import { SipLeg } from "./sip-leg.ts";
import { SipRegistrations } from "./sip-registrations.ts";
import { createSipSetup } from "./sip-setup.ts";
import {
  digitsOf,
  findTarget,
  hostOf,
  isOfTrunk,
  outboundGateway,
  type SipNumber,
  type SipTrunk,
  userPart,
} from "./sip-trunk.ts";

export interface SipLineOptions extends Pick<ServerContext, "log"> {
  config: Pick<Config, "allowPrivateAddresses" | "callHostMax" | "callHostMaxCalls" | "nodeUrl" | "sip">;
  numbers(by: { id: string } | { dialed: string } | "all"): Promise<SipNumber[]>;
  limits: Pick<PhoneLine, "admit">;
}

const NO_GATEWAY = "This server has no SIP gateway. Install Janus and Kamailio, and set SIP_SECRET (docs/sip.md).";
/** When a caller may try again, if the server does not say when it has room. */
const AGAIN_SECONDS = 10;
/** How long the addresses of all trunks are remembered, for calls to unknown numbers. */
const GATEWAYS_MS = 10_000;

/**
 * The line for numbers of SIP trunks. Only Kamailio is reachable from outside: it marks calls with their sender and passes them to Janus, which
 * carries each on a handle, with its sound to the call host. One node of an installation has the line.
 */
export class SipLine implements PhoneLine {
  readonly setup: CarrierSetup;
  readonly #options: SipLineOptions;
  readonly #gateway: SipGateway | undefined;
  readonly #registrations: SipRegistrations | undefined;
  readonly #rtpengine: RtpengineClient | undefined;
  #listener: PhoneLineListener | undefined;
  #trunks: { atMs: number; found: Promise<SipTrunk[]> } | undefined;

  constructor(options: SipLineOptions) {
    this.#options = options;
    const { sip, callHostMax, callHostMaxCalls } = options.config;
    if (sip?.rtpengine !== undefined) this.#rtpengine = new RtpengineClient(sip.rtpengine);
    if (sip) {
      this.#gateway = new SipGateway({
        sip,
        capacity: callHostMax * callHostMaxCalls,
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
    if (!this.#listener) this.#gateway?.open();
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
    const offered = await media.offer();
    if (leg.isOver) return;
    const handle = await this.#gateway.janus.attach({ onEvent: (event) => leg.take(event), onLost: () => leg.lost() });
    if (!leg.begin(handle)) return;
    leg.dialed(media, ringSeconds * 1_000, offered);
    const { authUsername, authPassword, sipRegisterPlan } = trunk.outboundAuthenticationPlan ?? {};
    leg.hasPassword = authPassword !== undefined;
    const user = userPart(callerId ?? number.number ?? SIP_USER);
    const home = gateway ?? outboundGateway(trunk);
    const domain = sipRegisterPlan?.domain ? userPart(sipRegisterPlan.domain) : home && hostOf(home);
    const username = `sip:${user}@${domain ?? "callwright.invalid"}`;
    const name = callerName && { display_name: printable(callerName) };
    const guest = { type: "guest", username, outbound_proxy: sip.proxy, incoming_header_prefixes: READ_HEADERS, ...name };
    await handle.request({ request: "register", ...guest });
    if (leg.isOver) return;
    const headers = {
      ...Object.fromEntries(added),
      ...passOf(sip, at),
      ...(gateway && trunk.sipDiversionHeader !== undefined && { Diversion: printable(trunk.sipDiversionHeader) }),
    };
    const proof = gateway && authPassword !== undefined && { secret: authPassword, authuser: authUsername ?? user };
    const srtp = gateway?.outboundProtocol === "tls/srtp" && { srtp: "sdes_mandatory" };
    const call = { request: "call", uri, headers, ...ownUpdates(media), ...proof, ...srtp };
    await handle.request(call, { type: "offer", sdp: this.#withOwnKeys(offered.sdp, media) });
  }

  // Incoming calls

  #called(sip: SipConfig, handle: SipHandle, event: SipEvent): SipLeg {
    const leg = this.#newLeg(true);
    leg.begin(handle, event.call_id);
    this.#receive(sip, leg, handle, event).catch((error: unknown) => {
      this.#options.log.warn({ carrierId: event.call_id, err: error }, "a call over SIP could not be answered");
      if (error instanceof NoSharedCodec) return leg.reject(488, error.message);
      if (!(error instanceof PlatformError)) return leg.reject(503);
      const { status, retryAfterSeconds, problems, message } = error;
      // A server without room, or about to stop, has room again soon.
      const isFull = retryAfterSeconds !== undefined || status === 503;
      const again = isFull ? { "Retry-After": String(Math.ceil(retryAfterSeconds ?? AGAIN_SECONDS)) } : undefined;
      leg.reject(isFull || status < 500 ? 480 : 503, problems?.join("; ") ?? message, again);
    });
    return leg;
  }

  async #receive(sip: SipConfig, leg: SipLeg, handle: SipHandle, event: SipEvent): Promise<void> {
    const { numbers, log } = this.#options;
    const { key, source, dialed, own } = readHeaders(event);
    const refuse = (reason: string, code: number) => {
      log.warn({ source, dialed, carrierId: event.call_id, reason }, "a call over SIP was refused");
      leg.reject(code, `The call was refused: ${reason}.`);
    };
    if (key !== sipKey(sip.secret)) return refuse("it did not come through Kamailio", 403);
    // A registered trunk calls by its user name; the number is in the other header.
    const candidates = [dialed, userOf(event.callee)].map(digitsOf).filter(Boolean);
    const called = (await Promise.all(candidates.map((each) => numbers({ dialed: each })))).flat();
    const found = called.find(({ trunk }) => isOfTrunk(trunk, source));
    if (!found) {
      if (called.length > 0) return refuse("its sender is no gateway of the number's trunk", 403);
      // Strangers do not learn which numbers there are.
      return refuse("there is no such number", (await this.#isGateway(source)) ? 404 : 403);
    }
    const { orgId, number } = found;
    leg.numberId = number.id;
    const incoming: IncomingPhoneCall = {
      orgId,
      from: callerOf(event),
      to: number,
      headers: own,
      ...(event.call_id !== undefined && { carrierId: event.call_id }),
      leg,
      answer: (media: PhoneMedia) => {
        const problem = event.sdp === undefined ? undefined : problemOfTelephoneOffer(event.sdp);
        if (problem !== undefined) return Promise.reject(new NoSharedCodec(`The caller's telephone ${problem}`));
        return leg.answer(media, event.sdp, (sdp) => this.#accept(handle, sdp, media, event.srtp));
      },
    };
    await this.#listener?.onCall(incoming);
  }

  /** Does a trunk of any organization call from this address? */
  async #isGateway(source: string): Promise<boolean> {
    const now = Date.now();
    if (!this.#trunks || now - this.#trunks.atMs > GATEWAYS_MS)
      this.#trunks = { atMs: now, found: this.#options.numbers("all").then((all) => all.map(({ trunk }) => trunk)) };
    return (await this.#trunks.found).some((trunk) => isOfTrunk(trunk, source));
  }

  // Both directions

  #newLeg(isInbound: boolean, numberId?: string): SipLeg {
    const { log } = this.#options;
    const rtpengine = this.#rtpengine;
    const leg: SipLeg = new SipLeg({
      isInbound,
      referTo: (order) => this.#referTo(leg, order),
      playKeys: rtpengine && ((callId, ...keys) => rtpengine.playKeys(callId, OWN_SIDE, ...keys)),
      onFault: (error) => log.warn({ err: error }, "a request about a SIP call failed"),
    });
    leg.numberId = numberId;
    return leg;
  }

  /** Without telephone events in an offer, a switchboard listens to tones, which are all that this call has then. */
  #withOwnKeys(offer: string, { signalKeys }: PhoneMedia): string {
    return this.#rtpengine && signalKeys ? offer : withoutKeyEvents(offer);
  }

  #accept(handle: SipHandle, { type, sdp }: SentSdp, media: PhoneMedia, srtp: SipEvent["srtp"]): Promise<void> {
    const sent: SentSdp = { type, sdp: type === "offer" ? this.#withOwnKeys(sdp, media) : sdp };
    return requestOfCall(handle, { request: "accept", ...ownUpdates(media), ...(srtp && { srtp }) }, sent);
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

/** The caller's telephone shares no codec with this server. */
class NoSharedCodec extends Error {}

/** Whether this server answers further offers of the call, or Janus alone. */
const ownUpdates = ({ renew }: PhoneMedia) => ({ autoaccept_reinvites: renew === undefined });
