import { ENDED_REASONS } from "@callwright/contract";
import type { Twilio } from "twilio";
import { present } from "../../../platform/db/present.ts";
import type { CarrierEvent, CarrierNotice, CarrierRequest, CarrierSpec, NextStep, StreamOrder } from "../carrier/carrier-spec.ts";
import type { MachineDetection } from "../phone-line.ts";
import { loadTwilio, openTwilio, type TwilioAccount, twilioFailure } from "./twilio-client.ts";
import { twilioSetup } from "./twilio-setup.ts";
import { twilioStream } from "./twilio-stream.ts";

/** What Twilio's form says. */
type Form = Readonly<Record<string, string>>;

/** Each attempt takes a second. */
const ELSEWHERE_TRIES = 10;
const MISDIALED_SIP = new Set(["404", "484", "604"]);
const DECLINED_SIP = new Set(["403", "603"]);
/** The answer to a text message is sent later, as a message of its own. */
const NO_REPLY = "<Response></Response>";

/** Words that Twilio answers itself: it stops messages to this person, starts them again, or names the sender. */
const TWILIOS_WORDS: ReadonlySet<string> = new Set([
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"],
  ...["START", "UNSTOP", "HELP", "INFO"],
]);

/** Twilio orders calls by its REST API, and answers them with TwiML that connects a Media Stream. Its requests are forms that the auth token signs. */
export const twilio: CarrierSpec<TwilioAccount, Twilio> = {
  id: "twilio",
  name: "Twilio",
  keysMissing: "Set the auth token (twilioAuthToken). Twilio signs with it what it sends, so an API key alone is not enough.",
  accountOf: (number) =>
    number.provider === "twilio" && number.twilioAuthToken !== undefined
      ? {
          accountSid: number.twilioAccountSid,
          authToken: number.twilioAuthToken,
          apiKey: number.twilioApiKey,
          apiSecret: number.twilioApiSecret,
        }
      : undefined,
  problemOf: ({ storedSecrets }) =>
    storedSecrets?.includes("twilioAuthToken")
      ? undefined
      : "twilioAuthToken of the phone number is required: Twilio signs with it what it sends to this server",
  open: openTwilio,
  failureOf: twilioFailure,
  notConnectedReason: ENDED_REASONS.twilioNotConnected,

  async dial(client, { to, from, ringSeconds, detectMachine, ...order }) {
    const status = order.hook("status");
    const call = await client.calls.create({
      to,
      from,
      twiml: await connecting(order),
      timeout: Math.round(ringSeconds),
      statusCallback: status,
      statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
      statusCallbackMethod: "POST",
      ...(detectMachine && detection(detectMachine, status)),
    });
    return call.sid;
  },
  end: async (client, sid) => void (await client.calls(sid).update({ status: "completed" })),
  record: async (client, sid, recordingChannels) => void (await client.calls(sid).recordings.create({ recordingChannels })),
  sendText: async (client, message) => void (await client.messages.create(message)),

  hooks: ["voice", "sms", "status", "after"],
  signatureHeader: "x-twilio-signature",
  async read({ c, hook, body, urls }, { account, number }) {
    const form = Object.fromEntries(new URLSearchParams(body));
    const signature = c.req.header("x-twilio-signature") ?? "";
    if (!(await isSignedByTwilio(account, signature, urls, form))) return "its signature is wrong";
    if (form.AccountSid !== account.accountSid) return "it is of another account";
    if (hook === "sms") return textNotice(form, number.smsEnabled !== false);
    const { CallSid: callId, From: from = "", CallStatus: status } = form;
    // How many nodes took no new calls. The signature covers the query.
    if (hook === "voice")
      return { callId, once: callId, event: { is: "incoming", from, isRepeated: triesOf(c) < ELSEWHERE_TRIES } };
    // This server ended the stream, or its connection broke.
    if (hook === "after") return { callId, event: { is: status === "completed" ? "completed" : "stream over" } };
    return { callId, event: statusEvent(form) };
  },
  async reply({ c, hook, sharedHook }, step) {
    if (hook === "status") return undefined;
    const twiml = hook === "sms" ? NO_REPLY : await twimlOf(step, hook, `${sharedHook("voice")}?tries=${triesOf(c) + 1}`);
    return c.body(twiml, 200, { "Content-Type": "text/xml; charset=utf-8" });
  },

  stream: twilioStream,
  isStreamSigned: (account, signature, url) => {
    const asked = [url, url.replace(/^ws/, "http")].flatMap((each) => [each, `${each}/`]);
    return isSignedByTwilio(account, signature, asked, {});
  },
  setup: twilioSetup,
};

/** Whether the account's owner signed a request to one of these URLs, with these form fields. */
export async function isSignedByTwilio(
  { authToken }: TwilioAccount,
  signature: string,
  urls: readonly string[],
  form: Form,
): Promise<boolean> {
  const { validateRequest } = await loadTwilio();
  return urls.some((url) => validateRequest(authToken, signature, url, form));
}

const triesOf = (c: CarrierRequest["c"]) => Number(c.req.query("tries")) || 0;

/** Somebody writes to the number. */
function textNotice(form: Form, isEnabled: boolean): CarrierNotice {
  const { MessageSid: once = "", From: from = "" } = form;
  const text = readText(form);
  if (isEnabled && text !== undefined) return { once, event: { is: "text", from, text } };
  const why = isEnabled ? "it is empty, or Twilio answers it" : "smsEnabled of the number is false";
  return { once, event: { is: "text that nobody answers", why } };
}

/** The text of a message. Undefined: nothing that an assistant should answer. */
function readText({ Body: body = "", NumMedia: media = "0", OptOutType: optOut }: Form): string | undefined {
  const text = body.trim();
  if (optOut !== undefined || TWILIOS_WORDS.has(text.toUpperCase())) return undefined;
  const files = Number(media) > 0 ? `(The message has ${media} attachments, which cannot be read.)` : "";
  const whole = [text, files].filter((part) => part !== "").join("\n");
  return whole === "" ? undefined : whole;
}

/** What Twilio reports about a call. */
function statusEvent(form: Form): CarrierEvent {
  const { CallStatus: status = "", SipResponseCode: sip = "", AnsweredBy: who, ErrorMessage: said } = form;
  // Other reports repeat the result of the detection.
  if (status === "") return who === undefined ? { is: "nothing" } : { is: "answered by", who };
  if (status === "ringing" || status === "completed") return { is: status };
  if (status === "in-progress") return { is: "answered" };
  if (status === "busy" || status === "no-answer") return { is: "over", end: status };
  if (status === "canceled") return { is: "over", end: "failed", message: "The call was canceled at Twilio." };
  if (status !== "failed") return { is: "nothing" };
  if (DECLINED_SIP.has(sip)) return { is: "over", end: "declined" };
  const message = said ?? `Twilio reports: ${status}${sip === "" ? "" : ` (SIP ${sip})`}.`;
  const endedReason = MISDIALED_SIP.has(sip) ? ENDED_REASONS.twilioMisdialed : undefined;
  return { is: "over", end: "failed", message, endedReason };
}

/** `voice`: the address that Twilio asks next. */
function twimlOf(step: NextStep, hook: string, voice: string): Promise<string> {
  if (step.do === "connect") return connecting(step.order);
  return writeTwiml((response) => {
    if (step.do === "leave") {
      // The caller continues to hear the ring tone until the load balancer has noticed.
      response.pause({ length: 1 });
      response.redirect({ method: "POST" }, voice);
    } else if (hook === "voice") response.reject({ reason: "busy" });
    else response.hangup();
  });
}

/** TwiML that connects a call with this server. When the stream ends, Twilio asks at `after` how the call goes on. */
const connecting = ({ hook, url, ticket }: StreamOrder) =>
  writeTwiml((response) => {
    const connect = response.connect({ action: hook("after"), method: "POST" });
    connect.stream({ url }).parameter({ name: "ticket", value: ticket });
  });

type VoiceResponse = InstanceType<Awaited<ReturnType<typeof loadTwilio>>["twiml"]["VoiceResponse"]>;

async function writeTwiml(add: (response: VoiceResponse) => void): Promise<string> {
  const { twiml } = await loadTwilio();
  const response = new twiml.VoiceResponse();
  add(response);
  return response.toString();
}

/** Twilio reports the start of a mailbox immediately, or the end of its greeting. The call does not wait for it. */
function detection(detect: MachineDetection, callback: string) {
  const { voicemailDetectionTypes: types, machineDetectionTimeout, machineDetectionSilenceTimeout } = detect;
  const { machineDetectionSpeechThreshold, machineDetectionSpeechEndThreshold } = detect;
  return {
    machineDetection: types?.includes("machine_start") ? "Enable" : "DetectMessageEnd",
    asyncAmd: "true",
    asyncAmdStatusCallback: callback,
    asyncAmdStatusCallbackMethod: "POST",
    ...present({ machineDetectionTimeout, machineDetectionSilenceTimeout }),
    ...present({ machineDetectionSpeechThreshold, machineDetectionSpeechEndThreshold }),
  };
}
