import { verify } from "node:crypto";
import { readJson } from "@callwright/contract";
import { z } from "zod";
import { CarrierProblem } from "../carrier/carrier-request.ts";
import type { CarrierEvent, CarrierSpec } from "../carrier/carrier-spec.ts";
import type { PhoneCallEnd } from "../phone-line.ts";
import { endOfReferral } from "../sip/sip-ends.ts";
import { openTelnyx, readPublicKey, type Telnyx, type TelnyxAccount, telnyxFailure } from "./telnyx-client.ts";
import { findAtTelnyx, telnyxSetup } from "./telnyx-setup.ts";
import { streamFields, telnyxStream } from "./telnyx-stream.ts";

/** Telnyx sends an event that is not taken three times. */
const ATTEMPTS_MAX = 3;
/** A request that was signed longer ago, or later than now, is refused as a repetition. */
const TOLERANCE_SECONDS = 300;

/** What a webhook of Telnyx says: developers.telnyx.com/docs/voice/programmable-voice/voice-api-webhooks, as of November 2026. */
const Body = z.object({
  data: z.object({
    id: z.string().min(1).max(200),
    event_type: z.string().max(100),
    payload: z.looseObject({
      call_control_id: z.string().min(1).max(200),
      direction: z.string().optional(),
      from: z.string().max(1_000).optional(),
      result: z.string().max(100).optional(),
      hangup_cause: z.string().max(100).optional(),
      sip_hangup_cause: z.string().max(10).optional(),
      sip_notify_response: z.number().optional(),
    }),
  }),
  /** `attempt`: 1 for the first delivery. */
  meta: z.object({ attempt: z.number() }).optional().catch(undefined),
});

/** The end of an unanswered call, by Telnyx' `hangup_cause`. */
const UNANSWERED: Readonly<Record<string, PhoneCallEnd>> = {
  user_busy: "busy",
  no_answer: "no-answer",
  timeout: "no-answer",
  call_rejected: "declined",
  normal_clearing: "hung-up",
};

/** The results of Telnyx' premium detection, with Twilio's names. */
const ANSWERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "call.machine.premium.detection.ended": {
    human_residence: "human",
    human_business: "human",
    machine: "machine_start",
    fax_detected: "fax",
  },
  "call.machine.premium.greeting.ended": { beep_detected: "machine_end_beep", no_beep_detected: "machine_end_silence" },
};

/** Telnyx' Call Control API. Commands order calls, answers and streams; events, signed with the account's key, report the results. */
export const telnyx: CarrierSpec<TelnyxAccount, Telnyx> = {
  id: "telnyx",
  name: "Telnyx",
  keysMissing: "Choose a credential of Telnyx (credentialId): its API key and the account's public key.",
  accountOf: (_number, credential) => (credential?.provider === "telnyx" ? credential : undefined),
  open: openTelnyx,
  failureOf: telnyxFailure,

  async dial(api, { to, from, ringSeconds, detectMachine, isOver, ...order }) {
    const owned = await findAtTelnyx(api, from);
    if (!owned) throw new CarrierProblem(`The account has no number ${from}.`);
    if (isOver()) return undefined;
    const { call_control_id: id } = await api.send<{ call_control_id: string }>("POST", "/calls", {
      connection_id: owned.connection_id,
      to,
      from,
      timeout_secs: Math.round(ringSeconds),
      webhook_url: order.hook("events"),
      webhook_url_method: "POST",
      command_id: order.key,
      ...streamFields(order),
      send_silence_when_idle: true,
      ...(detectMachine && { answering_machine_detection: "premium" }),
    });
    return id;
  },
  end: (api, id) => command(api, id, "hangup"),
  refer: (api, id, sipUri) => command(api, id, "refer", { sip_address: sipUri }),
  commands: {
    // The command has no `stream_auth_token`, so the stream is ordered when the call is answered.
    answer: (api, id, { hook }) =>
      command(api, id, "answer", {
        webhook_url: hook("events"),
        webhook_url_method: "POST",
        send_silence_when_idle: true,
      }),
    reject: (api, id) => command(api, id, "reject", { cause: "USER_BUSY" }),
    connect: (api, id, order) => command(api, id, "streaming_start", streamFields(order)),
  },

  hooks: ["events"],
  signatureHeader: "telnyx-signature-ed25519",
  async read({ c, body, now }, { account }) {
    const signature = c.req.header("telnyx-signature-ed25519") ?? "";
    const timestamp = c.req.header("telnyx-timestamp") ?? "";
    if (!isSignedByTelnyx(account, { body, signature, timestamp, now })) return "its signature is wrong, or too old";
    const read = Body.safeParse(readJson(body));
    if (!read.success) return "it is no event of a call";
    const { data, meta } = read.data;
    const event = eventOf(data, (meta?.attempt ?? 1) < ATTEMPTS_MAX);
    return { callId: data.payload.call_control_id, once: data.id, event };
  },

  stream: telnyxStream,
  setup: telnyxSetup,
};

const command = (api: Telnyx, id: string, name: string, body: object = {}) =>
  api.send<void>("POST", `/calls/${encodeURIComponent(id)}/actions/${name}`, body);

interface Signed {
  body: string;
  signature: string;
  /** Seconds of the Unix time. */
  timestamp: string;
  now: Date;
}

/** Did Telnyx sign a request for the account, in the last minutes? */
export function isSignedByTelnyx({ publicKey }: TelnyxAccount, { body, signature, timestamp, now }: Signed): boolean {
  const key = readPublicKey(publicKey);
  const isRecent = Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  return (
    key !== undefined && isRecent && verify(null, Buffer.from(`${timestamp}|${body}`), key, Buffer.from(signature, "base64"))
  );
}

function eventOf({ event_type: type, payload }: z.infer<typeof Body>["data"], isRepeated: boolean): CarrierEvent {
  const { direction, from = "", result = "", hangup_cause: cause = "unspecified", sip_hangup_cause: sip } = payload;
  if (type === "call.initiated") return direction === "incoming" ? { is: "incoming", from, isRepeated } : { is: "ringing" };
  if (type === "call.answered") return { is: "answered" };
  if (type in ANSWERED) return { is: "answered by", who: ANSWERED[type]?.[result] ?? "unknown" };
  if (type === "call.refer.completed") return { is: "referred" };
  if (type === "call.refer.failed") return { is: "referred", failure: endOfReferral(payload.sip_notify_response ?? 0) };
  if (type === "streaming.failed" || type === "streaming.stopped")
    return { is: "stream over", wasThere: type.endsWith("stopped") };
  if (type !== "call.hangup") return { is: "nothing" };
  const end = UNANSWERED[cause];
  if (end) return { is: "over", end };
  return { is: "over", end: "failed", message: `Telnyx reports: ${cause}${sip === undefined ? "" : ` (SIP ${sip})`}.` };
}
