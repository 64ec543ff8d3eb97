import type { IncomingMessage } from "node:http";
import { type CarrierProvider, type PhoneNumber, PlatformError } from "@callwright/contract";
import type { DialOrder } from "@callwright/engine";
import type { App, AppContext } from "../../../platform/http/app.ts";
import { readBody } from "../../../platform/http/request-body.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type {
  CarrierSays,
  CarrierSetup,
  CarrierTexts,
  DialRequest,
  IncomingPhoneCall,
  OutgoingText,
  PhoneCall,
  PhoneLine,
  PhoneLineListener,
} from "../phone-line.ts";
import { carrierAddresses, carrierRoute, hasOtherNodes, type Origins, unreachableFor } from "./carrier-addresses.ts";
import { CarrierLeg, type CarrierLegOptions } from "./carrier-leg.ts";
import { CarrierProblem } from "./carrier-request.ts";
import { createCarrierSetup } from "./carrier-setup.ts";
import type {
  CarrierEvent,
  CarrierFailure,
  CarrierNotice,
  CarrierNumber,
  CarrierRequest,
  CarrierSpec,
  LegWays,
  NextStep,
  StreamOrder,
} from "./carrier-spec.ts";
import { MediaStreams } from "./media-streams.ts";

export interface CarrierLineOptions extends Pick<ServerContext, "log" | "now"> {
  /** Includes the address of the carrier's API. */
  config: Origins & { readonly [Name in `${CarrierProvider}BaseUrl`]?: string };
  /** Undefined for a number that is not the carrier's, or lacks keys. */
  numberOf(id: string): Promise<CarrierNumber | undefined>;
  /** True once for each name, on any node. */
  isFirstUse(orgId: string, name: string): Promise<boolean>;
  limits: Pick<PhoneLine, "admit">;
  /** Limits of text messages. */
  textLimits: Pick<PhoneLine, "admit">;
  /** How long a call without its stream waits for another one. Default 10 s. */
  reconnectMs?: number;
  /** How long an answered call waits for its first stream. Default 30 s. */
  connectMs?: number;
  /** Maps an address of this server to one that this process can reach. Default: the same address. */
  reach?(url: string): string;
}

const CONNECT_MS = 30_000;
const RECONNECT_MS = 10_000;
const BODY_MAX_BYTES = 64_000;
/** The order to end a call is waited for this long when the server ends. */
const LEAVE_MS = 5_000;
/** Maximum of one text message. Longer texts are sent as several. */
const TEXT_MAX_CHARACTERS = 1_600;
/** Events that do not end a call. */
const GOES_ON: ReadonlySet<CarrierEvent["is"]> = new Set(["ringing", "answered", "answered by", "referred"]);

/**
 * The line for numbers of a carrier's accounts. Legs are in the memory of the node that dialed or answered; the carrier's requests about a leg go to
 * that node (NODE_URL), and so does the leg's sound.
 */
export class CarrierLine implements PhoneLine {
  readonly setup: CarrierSetup;
  readonly texts?: CarrierTexts;
  readonly streams: MediaStreams;
  readonly #spec: CarrierSpec;
  readonly #options: CarrierLineOptions;
  readonly #legs = new Set<CarrierLeg>();
  /** Requests to the carrier. */
  readonly #underWay = new Set<Promise<void>>();
  #listener: PhoneLineListener | undefined;
  #isDraining = false;
  #isClosed = false;

  constructor(spec: CarrierSpec, options: CarrierLineOptions) {
    this.#spec = spec;
    this.#options = options;
    this.streams = new MediaStreams({
      log: options.log,
      now: options.now,
      reach: options.reach,
      carrier: spec,
      mayOpen: (request, numberId) => this.#mayOpen(request, numberId),
    });
    this.setup = createCarrierSetup(spec, {
      ...options,
      open: (number) => this.#open(number),
      probe: (url) => this.streams.probe(url),
    });
    if (spec.sendText)
      this.texts = {
        problemOf: (from) => spec.problemOf?.(from),
        requireAllowed: (orgId, from, to) => options.textLimits.admit(orgId, from, to, true),
        send: (message) => this.#sendText(message),
      };
  }

  get provider(): CarrierProvider {
    return this.#spec.id;
  }

  open(listener: PhoneLineListener): void {
    this.#listener = listener;
  }

  drain(): void {
    this.#isDraining = true;
  }

  problemOf(from: PhoneNumber): string | undefined {
    const { name, problemOf } = this.#spec;
    // Only the call's sound uses this address, and goes to the node.
    const problem = unreachableFor(name, this.#options.config.nodeUrl, "NODE_URL");
    const unreachable = problem && `phoneNumberId names a number of ${name}, which must reach this server. ${problem}`;
    return problemOf?.(from) ?? unreachable;
  }

  admit(...call: Parameters<PhoneLine["admit"]>): Promise<void> {
    return this.#options.limits.admit(...call);
  }

  // Outgoing calls

  dial(request: DialRequest): PhoneCall {
    const { name } = this.#spec;
    const { from, callerId, media } = request;
    const leg = this.#newLeg(from.id);
    leg.connectTo(media);
    if (callerId !== undefined)
      this.#options.log.info(
        { callId: leg.callId },
        `callerId of a transfer is not used: the called telephone shows the number of ${name}`,
      );
    const placed = this.#place(leg, request).catch((error: unknown) => {
      const failure = this.#tell(error, { callId: leg.callId }, `${name} did not take the order to call`);
      leg.end("failed", this.#saying(failure));
    });
    void this.#track(placed);
    return leg;
  }

  async #place(leg: CarrierLeg, { from, to, ringSeconds, detectMachine }: DialRequest): Promise<void> {
    const number = await this.#require(from.id);
    const api = await this.#open(number);
    const isOver = () => !this.#legs.has(leg);
    if (isOver()) return;
    const carrierId = await this.#spec.dial(api, {
      ...this.#streamOf(leg, ringSeconds * 1_000 + CONNECT_MS),
      to,
      from: number.number.number,
      ringSeconds,
      detectMachine,
      isOver,
    });
    if (carrierId !== undefined) leg.placed(carrierId);
  }

  async #sendText({ orgId, from, to, text }: OutgoingText): Promise<void> {
    const number = await this.#options.numberOf(from.id);
    if (!number) throw new PlatformError("provider-refused", { reason: "The number was removed." });
    const api = await this.#open(number);
    for (const body of textParts(text)) {
      await this.#options.textLimits.admit(orgId, from, to);
      try {
        await this.#spec.sendText?.(api, { from: number.number.number, to, body });
      } catch (error) {
        const { code, message } = this.#tell(error, { numberId: from.id }, `${this.#spec.name} did not take a text message`);
        throw new PlatformError(code === undefined ? "provider-failed" : "provider-refused", { reason: message });
      }
    }
  }

  // Requests of the carrier

  webhooks(app: App): void {
    for (const hook of this.#spec.hooks) app.post(carrierRoute(this.#spec.id, hook), (c) => this.#answer(c, hook));
  }

  /** Every request without the carrier's signature gets a 403, whatever its other faults. */
  async #answer(c: AppContext, hook: string): Promise<Response> {
    const { config, log, now, numberOf } = this.#options;
    const { id, name, signatureHeader, read, reply } = this.#spec;
    const numberId = c.req.param("id") ?? "";
    const body = Buffer.from(await readBody(c, BODY_MAX_BYTES)).toString("utf8");
    // The carrier knows the public address; behind a proxy the request has another host.
    const { pathname, search } = new URL(c.req.url);
    const origins = [config.publicUrl, config.nodeUrl].flatMap((origin) => origin ?? []);
    const request: CarrierRequest = {
      c,
      hook,
      body,
      urls: origins.map((origin) => `${origin}${pathname}${search}`),
      sharedHook: carrierAddresses(id, config.publicUrl ?? "", numberId).hook,
      now: now(),
    };
    const isSigned = c.req.header(signatureHeader) !== undefined;
    const number = isSigned ? await numberOf(numberId) : undefined;
    const missing = isSigned ? `there is no such number of ${name}, or it lacks keys` : "it is not signed";
    const notice = number ? await read(request, number) : missing;
    if (number && typeof notice !== "string") {
      const step = await this.#take(number, notice, c.req.query("leg"));
      return (await reply?.(request, step)) ?? c.body(null, step.do === "leave" ? 503 : 204);
    }
    log.warn({ numberId, reason: notice }, `a request in the name of ${name} was refused`);
    return c.body(null, 403);
  }

  async #take(number: CarrierNumber, { callId, once, event }: CarrierNotice, legKey: string | undefined): Promise<NextStep> {
    const { config, isFirstUse, log } = this.#options;
    const { id, name, commands } = this.#spec;
    const numberId = number.number.id;
    // Before the notice counts as used, so that another node takes it when the carrier repeats it.
    if (event.is === "incoming" && this.#isDraining && event.isRepeated && hasOtherNodes(config)) return { do: "leave" };
    const isTaken = !this.#isClosed && (event.is !== "incoming" || (callId !== undefined && !this.#isDraining));
    const isRefused = !isTaken && (event.is === "incoming" || event.is === "text");
    // A command could affect an earlier call.
    if (isRefused && !commands) return { do: "reject" };
    if (once !== undefined && !(await isFirstUse(number.orgId, `${id} ${once}`))) {
      log.info({ numberId }, `a request of ${name} was left alone: it came before`);
      return { do: "refuse a repetition" };
    }
    if (isRefused) return this.#reject(numberId, callId);
    if (event.is === "incoming") {
      const taken = this.#takeCall(number, callId ?? "", event.from);
      if (!commands) return taken;
      void this.#track(taken.then(() => {}));
      return { do: "nothing" };
    }
    if (event.is === "text that nobody answers")
      log.info({ numberId, reason: event.why }, `a text message of ${name} is not answered`);
    else if (event.is === "text")
      await this.#listener?.onText?.({ orgId: number.orgId, from: event.from, to: number.number, text: event.text });
    else if (event.is !== "nothing") return this.#follow(numberId, callId, legKey, event);
    return { do: "nothing" };
  }

  /** Applies an event to its leg. A leg that this node does not know has ended, or belongs to another node. */
  #follow(numberId: string, callId: string | undefined, legKey: string | undefined, event: CarrierEvent): NextStep {
    const leg = this.#find(numberId, callId, legKey);
    if (!leg) {
      // The order failed here although the carrier calls: hang up, because the called person would hear nobody.
      if (callId !== undefined && legKey !== undefined && GOES_ON.has(event.is)) this.#endAtCarrier(numberId, callId);
      return { do: "hang up" };
    }
    const wasHeard = leg.isInbound || !leg.awaitsStream;
    if (event.is === "begun" || event.is === "ringing") leg.ring();
    else if (event.is === "answered") this.#answered(leg);
    else if (event.is === "answered by") leg.answeredBy(event.who);
    else if (event.is === "referred") leg.referred(event.failure);
    else if ((event.is === "completed" || event.is === "over") && wasHeard) leg.end("hung-up");
    else if (event.is === "completed") leg.end("failed", this.#saying({ message: this.#streamMissing }));
    else if (event.is === "over") leg.end(event.end, event.message === undefined ? undefined : this.#saying(event));
    else if (event.is === "stream over" && leg.awaitsStream && !event.wasThere) this.#giveUp(leg);
    else if (event.is === "stream over") leg.streamLost();
    // A leg without a stream has ordered its next stream already, if the carrier takes commands.
    const isAsked = event.is === "stream over" && leg.state === "apart" && !this.#spec.commands;
    return isAsked ? { do: "connect", order: this.#streamOf(leg) } : { do: "hang up" };
  }

  #answered(leg: CarrierLeg): void {
    const { commands } = this.#spec;
    leg.expectStream(this.#options.connectMs ?? CONNECT_MS, () => this.#giveUp(leg));
    // A dialed call has its stream from the order.
    if (commands && leg.isInbound) void this.#track(this.#orderStream(leg));
  }

  /** Passes an incoming call to the listener, and connects its sound when it is answered. Does not fail. */
  async #takeCall({ orgId, number: to }: CarrierNumber, carrierId: string, from: string): Promise<NextStep> {
    const { name, commands } = this.#spec;
    const leg = this.#newLeg(to.id, { carrierId, from });
    const answer: { isGiven?: boolean; order?: StreamOrder } = {};
    const incoming: IncomingPhoneCall = {
      orgId,
      from,
      to,
      carrierId,
      leg,
      answer: async (media) => {
        leg.connectTo(media);
        answer.isGiven = true;
        if (!commands) answer.order = this.#streamOf(leg);
        // The hang-up of the caller is reported to PUBLIC_URL before the answer, so another node may receive it.
        else
          await this.#order(
            leg,
            (api) => commands.answer(api, carrierId, this.#waysOf(leg)),
            () => leg.end("hung-up"),
          );
      },
    };
    try {
      await this.#listener?.onCall(incoming);
      if (answer.order) return { do: "connect", order: answer.order };
      if (answer.isGiven || !this.#legs.has(leg)) return { do: "reject" };
    } catch (error) {
      const what = `a call of ${name} could not be answered`;
      if (error instanceof PlatformError) this.#options.log.warn({ numberId: to.id, err: error }, what);
      else this.#options.log.error({ numberId: to.id, err: error }, what);
    }
    leg.end("failed");
    return this.#reject(to.id, carrierId);
  }

  #reject(numberId: string, callId: string | undefined): NextStep {
    const { name, commands } = this.#spec;
    if (commands && callId !== undefined)
      void this.#ask(numberId, `a call could not be rejected at ${name}`, (api) => commands.reject(api, callId));
    return { do: "reject" };
  }

  // Both directions

  #newLeg(numberId: string, incoming?: CarrierLegOptions["incoming"]): CarrierLeg {
    const { name, commands, record } = this.#spec;
    const leg: CarrierLeg = new CarrierLeg({
      carrier: name,
      numberId,
      incoming,
      reconnectMs: this.#options.reconnectMs ?? RECONNECT_MS,
      endAtCarrier: (callId, lastWords) => this.#endAtCarrier(numberId, callId, lastWords),
      refer: (destination, onAdmitted) => this.#refer(leg, destination, onAdmitted),
      onTalking: () => {
        const { recording, carrierId = "" } = leg;
        if (record && recording)
          void this.#ask(numberId, `a call could not be recorded at ${name}`, (api) =>
            record(api, carrierId, recording.channels),
          );
      },
      onApart: () => commands && void this.#track(this.#orderStream(leg)),
      onOver: () => {
        this.#legs.delete(leg);
        this.streams.revoke(leg);
      },
    });
    this.#legs.add(leg);
    return leg;
  }

  /** The carrier may ask about another part of the call than the leg. */
  #find(numberId: string, callId: string | undefined, legKey: string | undefined): CarrierLeg | undefined {
    const found = [...this.#legs].find(
      (leg) => leg.numberId === numberId && (leg.key === legKey || (callId !== undefined && leg.carrierId === callId)),
    );
    // The carrier may report events before it has answered the order.
    if (callId !== undefined) found?.placed(callId);
    return found;
  }

  #waysOf({ numberId, key }: CarrierLeg): LegWays {
    const { hook } = carrierAddresses(this.#spec.id, this.#options.config.nodeUrl ?? "", numberId, key);
    return { hook, key };
  }

  #streamOf(leg: CarrierLeg, validMs = CONNECT_MS): StreamOrder {
    const { stream: url } = carrierAddresses(this.#spec.id, this.#options.config.nodeUrl ?? "", leg.numberId);
    return { ...this.#waysOf(leg), url, ticket: this.streams.ticketFor(leg, validMs) };
  }

  /** A carrier may sign its handshakes. The ticket decides, so an unsigned handshake is admitted. */
  async #mayOpen({ headers }: IncomingMessage, numberId: string): Promise<boolean> {
    const { id, signatureHeader, isStreamSigned } = this.#spec;
    const signature = [headers[signatureHeader]].flat()[0];
    if (signature === undefined || !isStreamSigned) return true;
    const { config, log, numberOf } = this.#options;
    const number = await numberOf(numberId);
    const { stream } = carrierAddresses(id, config.nodeUrl ?? "", numberId);
    const isSigned = number !== undefined && (await isStreamSigned(number.account, signature, stream));
    if (!isSigned) log.warn({ numberId }, "a stream was refused: its signature is not that of the number's account");
    return isSigned;
  }

  #refer(leg: CarrierLeg, { destination }: DialOrder, onAdmitted: () => void): boolean {
    // A REFER is for a caller's own SIP telephone. Callers from the public network have none.
    if (!this.#spec.refer || destination.type !== "sip" || !leg.from?.includes("@")) return false;
    const asked = this.#askReferral(leg, destination.sipUri, onAdmitted).catch((error: unknown) => {
      this.#tell(error, { callId: leg.callId }, "a caller could not be referred to a SIP address");
      leg.referred("failed");
    });
    void this.#track(asked);
    return true;
  }

  async #askReferral(leg: CarrierLeg, sipUri: string, onAdmitted: () => void): Promise<void> {
    const found = await this.#require(leg.numberId);
    await this.admit(found.orgId, found.number, sipUri);
    if (!this.#legs.has(leg)) return;
    onAdmitted();
    await this.#spec.refer?.(await this.#open(found), leg.carrierId ?? "", sipUri);
  }

  #orderStream(leg: CarrierLeg): Promise<void> {
    return this.#order(leg, async (api) => this.#spec.commands?.connect(api, leg.carrierId ?? "", this.#streamOf(leg)));
  }

  /** Sends a command that the leg needs to continue. Does not fail. `onGone`: the call has ended. */
  async #order(leg: CarrierLeg, ask: (api: unknown) => Promise<void>, onGone: () => void = () => {}): Promise<void> {
    try {
      await ask(await this.#open(await this.#require(leg.numberId)));
    } catch (error) {
      if (this.#spec.failureOf(error).isOver) return onGone();
      const failure = this.#tell(error, { callId: leg.callId }, `${this.#spec.name} did not take a command`);
      this.#giveUp(leg, failure);
    }
  }

  get #streamMissing(): string {
    return `The call was answered, and ${this.#spec.name}'s stream did not reach this server. Run the checks of the phone number.`;
  }

  #giveUp(leg: CarrierLeg, failure: CarrierFailure = { message: this.#streamMissing }): void {
    leg.end("failed", this.#saying(failure));
    if (leg.carrierId !== undefined) this.#endAtCarrier(leg.numberId, leg.carrierId);
  }

  #endAtCarrier(numberId: string, callId: string, lastWords?: Promise<void>): void {
    void this.#ask(numberId, `a call could not be ended at ${this.#spec.name}`, async (api) => {
      await lastWords;
      await this.#spec.end(api, callId);
    });
  }

  /** A request about a call that may be over. Does not fail. */
  #ask(numberId: string, what: string, ask: (api: unknown) => Promise<void>): Promise<void> {
    const asked = this.#require(numberId)
      .then((number) => this.#open(number))
      .then(ask)
      .catch((error: unknown) => {
        if (!this.#spec.failureOf(error).isOver) this.#tell(error, { numberId }, what);
      });
    return this.#track(asked);
  }

  async #require(numberId: string): Promise<CarrierNumber> {
    const number = await this.#options.numberOf(numberId);
    if (!number) throw new CarrierProblem(this.#spec.keysMissing);
    return number;
  }

  async #open({ account }: CarrierNumber): Promise<unknown> {
    return this.#spec.open(account, this.#options.config[`${this.#spec.id}BaseUrl` as const] ?? "");
  }

  /** Logs the error of a request, without numbers of people, and returns its message. */
  #tell(error: unknown, about: object, what: string): CarrierFailure {
    const failure = this.#spec.failureOf(error);
    const { message, code, cause } = failure;
    const reason = message.replace(/\d{6,}/g, "…");
    this.#options.log.warn({ ...about, reason, code, ...(cause !== undefined && { err: cause }) }, what);
    return failure;
  }

  #saying({ message = "", endedReason = this.#spec.notConnectedReason }: Partial<CarrierSays>): CarrierSays {
    return { message, ...(endedReason !== undefined && { endedReason }) };
  }

  /** Keeps track of a request to the carrier, which does not fail, until it is answered. */
  #track(work: Promise<void>): Promise<void> {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  /** Resolves when no request to the carrier is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** After the calls have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.race([this.settled(), new Promise((resolve) => setTimeout(resolve, LEAVE_MS).unref())]);
    this.streams.close();
  }
}

/** The text in parts of the carrier's maximum length, split between words if possible. */
export function textParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > TEXT_MAX_CHARACTERS) {
    const space = rest.slice(0, TEXT_MAX_CHARACTERS + 1).search(/\s\S*$/);
    const end = space > 0 ? space : TEXT_MAX_CHARACTERS;
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}
