import type { CarrierProvider, CreateCredential, CreatePhoneNumber, PhoneNumber, PhoneSetupStep } from "@callwright/contract";
import type { AppContext } from "../../../platform/http/app.ts";
import type { DialRequest, PhoneCallEnd } from "../phone-line.ts";
import type { PhoneMedia } from "../phone-media.ts";
import type { StreamProtocol } from "./media-stream.ts";

/** A number of a carrier, and the keys of its account. */
export interface CarrierNumber<Account = unknown> {
  orgId: string;
  /** The number without its keys. */
  number: PhoneNumber & { number: string };
  account: Account;
}

/**
 * How one carrier differs from the others. `CarrierLine` does everything else. `Account` has the keys of a number, `Api` is what `open` makes of them.
 * Functions that ask the carrier fail with what `failureOf` can read.
 */
export interface CarrierSpec<Account = unknown, Api = unknown> {
  /** The provider id of its numbers. It is a part of webhook addresses, and `{id}BaseUrl` of the configuration is the address of its API. */
  readonly id: CarrierProvider;
  /** The name in texts. */
  readonly name: string;

  // Keys

  /** The keys of a number, from its fields and its credential. Undefined: they are incomplete. */
  accountOf(number: CreatePhoneNumber, credential: CreateCredential | undefined): Account | undefined;
  /** What to do when `accountOf` finds too little, as a sentence. */
  readonly keysMissing: string;
  /** Why it cannot call with this number, as a sentence. Default: it can. */
  problemOf?(from: PhoneNumber): string | undefined;
  open(account: Account, origin: string): Api | Promise<Api>;
  failureOf(error: unknown): CarrierFailure;

  // Commands

  /** Orders a call, and returns the carrier's id of it. Undefined: it was not ordered, because it was canceled in the meantime. */
  dial(api: Api, order: CallOrder): Promise<string | undefined>;
  end(api: Api, callId: string): Promise<void>;
  /** The carrier keeps the recording in its account. Absent: it records no calls. */
  record?(api: Api, callId: string, channels: NonNullable<PhoneMedia["carrierRecording"]>["channels"]): Promise<void>;
  /** The carrier connects the caller with a SIP address. Absent: it cannot. */
  refer?(api: Api, callId: string, sipUri: string): Promise<void>;
  /** How to tell the carrier what to do, if that takes commands. Absent: it is the answer to a request of the carrier (`reply`). */
  readonly commands?: {
    answer(api: Api, callId: string, ways: LegWays): Promise<void>;
    reject(api: Api, callId: string): Promise<void>;
    connect(api: Api, callId: string, order: StreamOrder): Promise<void>;
  };
  /** Sends a text message. Absent: the carrier's numbers have none. */
  sendText?(api: Api, message: { from: string; to: string; body: string }): Promise<void>;

  // Requests of the carrier

  /** Names of its requests: `POST /phone-number/{id}/{carrier}/{hook}`. */
  readonly hooks: readonly string[];
  readonly signatureHeader: string;
  /** What a request says. A text: the account did not sign the request, for this reason. */
  read(request: CarrierRequest, found: CarrierNumber<Account>): Promise<CarrierNotice | string>;
  /** The answer to a request. Undefined or absent: one without a body. */
  reply?(request: CarrierRequest, step: NextStep): Promise<Response | undefined>;

  // Sound

  readonly stream: StreamProtocol;
  /** Did the account sign the handshake of a websocket to this address? Absent: the carrier does not sign them. */
  isStreamSigned?(account: Account, signature: string, url: string): Promise<boolean>;

  readonly setup: CarrierSetupSpec<Account, Api>;
  /** The ended reason of a call that the carrier could not connect. Default: the reason of every line. */
  readonly notConnectedReason?: string;
}

/** The details of a failed request. */
export interface CarrierFailure {
  /** A sentence without keys. */
  message: string;
  /** The call of the command has ended. */
  isOver?: boolean;
  /** The carrier's own name of the error. */
  code?: number | string | undefined;
  /** More exact than `notConnectedReason`. */
  endedReason?: string | undefined;
  /** An error that did not come from the carrier, for the log. */
  cause?: unknown;
}

/** Addresses of this server for one leg. */
export interface LegWays {
  hook(name: string): string;
  /** A unique part of these addresses. */
  key: string;
}

/** How a call gets its sound: the carrier opens a websocket to this address of the server, and shows the ticket. */
export interface StreamOrder extends LegWays {
  url: string;
  ticket: string;
}

export interface CallOrder extends StreamOrder, Pick<DialRequest, "detectMachine" | "ringSeconds" | "to"> {
  from: string;
  /** Whether the call was canceled. */
  isOver(): boolean;
}

export interface CarrierRequest {
  c: AppContext;
  hook: string;
  body: string;
  /** Its address, under each public address of this server. */
  urls: readonly string[];
  /** The address of a hook that any node may answer. */
  sharedHook(name: string): string;
  now: Date;
}

export interface CarrierNotice {
  /** The carrier's id of the call. Absent: only the key in the address names the leg. */
  callId?: string | undefined;
  /** The id of the notice: another notice with the same id repeats it. Absent: a repetition does no harm. */
  once?: string | undefined;
  event: CarrierEvent;
}

export type CarrierEvent =
  /** Somebody calls. `isRepeated`: if this node does not take the call, the carrier asks again, and may reach another node. */
  | { is: "incoming"; from: string; isRepeated: boolean }
  /** Somebody writes. */
  | { is: "text"; from: string; text: string }
  | { is: "text that nobody answers"; why: string }
  /** The order is under way. */
  | { is: "begun" }
  | { is: "ringing" }
  | { is: "answered" }
  | { is: "answered by"; who: string }
  /** A call ends that was answered. If it had no sound, the stream did not reach this server. */
  | { is: "completed" }
  /** A call ends. If it had no sound, `end` is the reason; a failure has a `message`, and may have an `endedReason`. */
  | { is: "over"; end: PhoneCallEnd; message?: string | undefined; endedReason?: string | undefined }
  /** The stream of a call has failed, or has ended. `wasThere`: it had arrived. */
  | { is: "stream over"; wasThere?: boolean }
  /** The caller was connected with another telephone, or could not be. */
  | { is: "referred"; failure?: PhoneCallEnd }
  | { is: "nothing" };

/** The next step for the carrier. `leave`: it asks again, and another node takes the call. */
export type NextStep =
  | { do: "connect"; order: StreamOrder }
  | { do: "hang up" | "leave" | "nothing" | "refuse a repetition" | "reject" };

/** The address of a hook that any node may answer. */
type HookAddress = (name: string) => string;

/** How a number is set up at a carrier. `Found` is the carrier's data of it. */
export interface CarrierSetupSpec<Account = unknown, Api = unknown, Found = unknown> {
  /** The checks of a number that follow `keys` and `owned`, in order. */
  readonly laterSteps: readonly PhoneSetupStep["id"][];
  /** Fails if the keys are wrong. Returns a remark about valid keys, if there is one. */
  checkKeys(api: Api, account: Account): Promise<string | undefined>;
  find(api: Api, number: CarrierNumber<Account>): Promise<Found>;
  /** `owned` and the later steps. Undefined: the account has no such number. */
  check(found: Found, number: CarrierNumber<Account>, hook: HookAddress): PhoneSetupStep[] | undefined;
  /** Directs the number's calls and texts to this server. Returns the carrier's earlier settings. Undefined: they already pointed to this server. */
  connect(
    api: Api,
    found: Found,
    number: CarrierNumber<Account>,
    to: { calls: boolean; texts: boolean; hook: HookAddress },
  ): Promise<Record<string, string> | undefined>;
  /** Settings that point to another server in the meantime stay. */
  giveBack(
    api: Api,
    found: Found,
    number: CarrierNumber<Account>,
    to: { before: Record<string, string> | undefined; hook: HookAddress },
  ): Promise<void>;
  /** How a person does the same at the carrier, as a sentence. */
  readonly byHand: string;
}
