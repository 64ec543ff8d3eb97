import { createHash } from "node:crypto";
import { readJson } from "@callwright/contract";
import { jwtVerify } from "jose";
import { z } from "zod";
import type { CarrierEvent, CarrierSpec } from "../carrier/carrier-spec.ts";
import type { PhoneCallEnd } from "../phone-line.ts";
import { fromVonage, openVonage, toVonage, type Vonage, type VonageAccount, vonageFailure } from "./vonage-client.ts";
import { vonageSetup } from "./vonage-setup.ts";
import { connectAction, vonageStream } from "./vonage-stream.ts";

/** The longest time that Vonage lets a telephone ring. */
const RING_MAX_SECONDS = 120;
/** The least that Vonage takes. The message waits for a beep no longer than 30 s. */
const BEEP_TIMEOUT_SECONDS = 45;
/** In its other modes, Vonage runs the NCCO only after the detection: 5 s of silence for a person. */
const DETECTION = { behavior: "continue", mode: "default", beep_timeout: BEEP_TIMEOUT_SECONDS };
/** What Vonage adds to `machine`, in Twilio's words. */
const BEEPS: Readonly<Record<string, string>> = { beep_start: "machine_beep_start", beep_timeout: "machine_end_other" };

/** The end of an unanswered call, by Vonage's status. */
const UNANSWERED: Readonly<Record<string, PhoneCallEnd>> = {
  busy: "busy",
  timeout: "no-answer",
  unanswered: "no-answer",
  rejected: "declined",
  failed: "failed",
  cancelled: "failed",
};
/** The status of a websocket that has ended, or did not begin. */
const isOfStreamEnd = (status: string) => status === "disconnected" || status in UNANSWERED;

/** A request that was signed longer ago, or later than now, is refused as a repetition. */
const TOLERANCE_SECONDS = 300;
const BEARER = /^Bearer (\S+)$/i;

/** What Vonage asks or tells about a call: developer.vonage.com/voice/voice-api/webhook-reference, as of November 2026. Errors have no `uuid`. */
const Event = z.looseObject({
  uuid: z.string().min(1).max(200).optional(),
  from: z.string().max(1_000).optional(),
  to: z.string().max(2_000).optional(),
  status: z.string().max(100).optional(),
  sub_state: z.string().max(100).optional(),
  detail: z.string().max(300).optional(),
  reason: z.string().max(300).optional(),
});
type VonageEvent = z.infer<typeof Event>;

/** Vonage's Voice API: an NCCO connects each call with a websocket. The account's secret signs Vonage's requests. */
export const vonage: CarrierSpec<VonageAccount, Vonage> = {
  id: "vonage",
  name: "Vonage",
  keysMissing:
    "Choose a credential of Vonage (credentialId) with the account's API key, API secret and signature secret, and an application's id and private key.",
  accountOf(_number, credential) {
    if (credential?.provider !== "vonage") return undefined;
    const { apiKey, apiSecret, applicationId, privateKey, signatureSecret } = credential;
    if (!applicationId || !privateKey || !signatureSecret) return undefined;
    return { apiKey, apiSecret, applicationId, privateKey, signatureSecret };
  },
  open: openVonage,
  failureOf: vonageFailure,

  async dial(api, { to, from, ringSeconds, detectMachine, ...order }) {
    const phone = (number: string) => ({ type: "phone", number: toVonage(number) });
    const { uuid } = await api.voice<{ uuid: string }>("POST", "/calls", {
      to: [phone(to)],
      from: phone(from),
      ncco: [connectAction(order)],
      event_url: [order.hook("events")],
      event_method: "POST",
      ringing_timer: Math.min(Math.round(ringSeconds), RING_MAX_SECONDS),
      ...(detectMachine && { advanced_machine_detection: DETECTION }),
    });
    return uuid;
  },
  end: (api, id) => api.voice<void>("PUT", `/calls/${encodeURIComponent(id)}`, { action: "hangup" }),

  hooks: ["answer", "events", "after"],
  signatureHeader: "authorization",
  async read({ c, hook, body, now }, { account }) {
    const authorization = c.req.header("authorization") ?? "";
    const once = await idOfSigned(account, { body, authorization, now });
    if (once === undefined) return "its signature is wrong, or too old";
    const read = Event.safeParse(readJson(body));
    if (!read.success) return "it is no event of a call";
    const { uuid: callId, from = "", to = "", status = "" } = read.data;
    if (hook === "answer") return { callId, once, event: { is: "incoming", from: fromVonage(from), isRepeated: true } };
    // Vonage has a separate leg for the websocket.
    if (hook === "after") return { once, event: { is: isOfStreamEnd(status) ? "stream over" : "nothing" } };
    return { callId, once, event: callId === undefined || /^wss?:/.test(to) ? { is: "nothing" } : eventOf(read.data) };
  },
  async reply({ c, hook }, step) {
    if (step.do === "refuse a repetition") return c.body(null, 403);
    if (step.do === "leave" || step.do === "nothing" || hook === "events") return undefined;
    // Without an action, the call ends.
    return c.json(step.do === "connect" ? [connectAction(step.order)] : []);
  },

  stream: vonageStream,
  setup: vonageSetup,
};

interface Signed {
  body: string;
  /** The request's `Authorization` header. */
  authorization: string;
  now: Date;
}

/** The id of a request that Vonage has signed for the account and the application, with this body, in the last minutes. Undefined: it did not. */
export async function idOfSigned(
  { signatureSecret, apiKey, applicationId }: VonageAccount,
  { body, authorization, now }: Signed,
): Promise<string | undefined> {
  const token = BEARER.exec(authorization)?.[1] ?? "";
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(signatureSecret), {
      algorithms: ["HS256"],
      currentDate: now,
      requiredClaims: ["iat", "jti", "payload_hash"],
    });
    const { payload_hash: hash, application_id: application = applicationId, api_key: key = apiKey, iat = 0, jti } = payload;
    const isRecent = Math.abs(now.getTime() / 1_000 - iat) <= TOLERANCE_SECONDS;
    const isOfAccount = application === applicationId && key === apiKey;
    return isRecent && isOfAccount && hash === createHash("sha256").update(body).digest("hex") ? jti : undefined;
  } catch {
    return undefined;
  }
}

function eventOf({ status = "", sub_state: beep = "", detail, reason = detail }: VonageEvent): CarrierEvent {
  if (status === "started") return { is: "begun" };
  if (status === "ringing" || status === "answered" || status === "completed") return { is: status };
  if (status === "human") return { is: "answered by", who: "human" };
  if (status === "machine") return { is: "answered by", who: BEEPS[beep] ?? "machine_start" };
  const end = UNANSWERED[status];
  if (!end) return { is: "nothing" };
  // Vonage itself would not call.
  if (end !== "failed" && detail !== "restricted") return { is: "over", end };
  return { is: "over", end: "failed", message: `Vonage reports: ${status}${reason === undefined ? "" : ` (${reason})`}.` };
}
