import { randomBytes } from "node:crypto";
import twilio from "twilio";
import { type FakeAnswer, type FakeCarrierOptions, type FakeRequest, INVALID_NUMBER, startFakeCarrier } from "./fake-carrier.ts";
import { FakeTwilioCall } from "./fake-twilio-call.ts";

export type FakeTwilio = Awaited<ReturnType<typeof startFakeTwilio>>;

const sidOf = (kind: "AC" | "CA" | "PN" | "RE" | "SM") => kind + randomBytes(16).toString("hex");

/** Fields of a number, as requests name them and as answers do. */
const NUMBER_FIELDS = {
  VoiceUrl: "voice_url",
  VoiceMethod: "voice_method",
  StatusCallback: "status_callback",
  StatusCallbackMethod: "status_callback_method",
  VoiceApplicationSid: "voice_application_sid",
  TrunkSid: "trunk_sid",
  SmsUrl: "sms_url",
  SmsMethod: "sms_method",
  SmsApplicationSid: "sms_application_sid",
} as const;
const PAGE = {
  page: 0,
  page_size: 50,
  start: 0,
  end: 0,
  uri: "",
  first_page_uri: "",
  next_page_uri: null,
  previous_page_uri: null,
};

const refuse = (status: number, code: number, message: string): FakeAnswer => [
  status,
  { code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` },
];

/**
 * Twilio's API for calls, text messages and numbers, its signed webhooks, its TwiML and its Media Streams, on 127.0.0.1, as far as phone calls need
 * them. Made of the public documentation as of November 2026: twilio.com/docs/voice/api/call-resource, /docs/voice/api/recording, /docs/messaging/api/message-resource,
 * /docs/messaging/guides/webhook-request, /docs/phone-numbers/api/incomingphonenumber-resource, /docs/voice/twiml (connect, stream, reject),
 * /docs/voice/media-streams/websocket-messages, /docs/usage/security. Signatures are made by the official client. It proves this server, and not
 * Twilio.
 */
export async function startFakeTwilio(options: FakeCarrierOptions) {
  const { phoneNumber, reach } = options;
  const account = { accountSid: sidOf("AC"), authToken: randomBytes(16).toString("hex"), status: "active", type: "Full" };
  const texts: { from: string; to: string; body: string }[] = [];
  const optedOut = new Set<string>();
  const number: Record<string, unknown> & { phone_number: string } = {
    sid: sidOf("PN"),
    account_sid: account.accountSid,
    phone_number: phoneNumber,
    friendly_name: phoneNumber,
    voice_url: "https://demo.twilio.com/welcome/voice/",
    voice_method: "POST",
    status_callback: "",
    status_callback_method: "POST",
    sms_url: "https://demo.twilio.com/welcome/sms/reply/",
    sms_method: "POST",
    sms_application_sid: "",
    voice_application_sid: "",
    trunk_sid: null,
    capabilities: { voice: true, sms: true, mms: false, fax: false },
  };
  const carrier = await startFakeCarrier<FakeTwilioCall>(options, answer);
  const { calls, parts } = carrier;
  const sign = (url: string, form: object) => twilio.getExpectedTwilioSignature(account.authToken, url, form);

  /** Sends a form to an address of the server as Twilio does. `signature`: another one than the right one; null: none. */
  async function post(url: string, form: Record<string, string>, signature?: string | null) {
    const fields = { AccountSid: account.accountSid, ApiVersion: "2010-04-01", ...form };
    const signed = signature === undefined ? sign(url, fields) : signature;
    const response = await fetch(reach(url), {
      method: "POST",
      headers: signed === null ? {} : { "X-Twilio-Signature": signed },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, text: await response.text() };
  }

  const newCall = (call: { from: string; to: string; isInbound: boolean; statusCallback: string; events: string[] }) =>
    carrier.add(
      new FakeTwilioCall({
        ...parts,
        ...call,
        id: sidOf("CA"),
        accountSid: account.accountSid,
        sign: (url) => sign(url, {}),
        post: (url, form) => parts.track(post(url, form)),
      }),
    );

  function answer({ method, path, query, authorization, text }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(text);
    const key = Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64");
    if (authorization !== `Basic ${key}`) return refuse(401, 20003, "Authenticate");
    const base = `/2010-04-01/Accounts/${account.accountSid}`;
    if (path === `${base}.json`)
      return [200, { sid: account.accountSid, status: account.status, type: account.type, friendly_name: "Test" }];
    const [, resource, sid, part] = new RegExp(`^${base}/(\\w+)(?:/(\\w+))?(?:/(\\w+))?\\.json$`).exec(path) ?? [];
    const call = calls.find((each) => each.sid === sid);
    if (resource === "Calls" && sid === undefined && method === "POST") return create(form);
    if (resource === "Calls" && call && part === "Recordings") return record(call, form);
    if (resource === "Calls" && call && form.get("Status")) {
      if (call.isOver) return refuse(400, 21220, "Call is not in-progress. Cannot redirect.");
      call.endedByOwner();
      return [200, call.asJson()];
    }
    if (resource === "Messages" && method === "POST") return createText(form);
    if (resource === "IncomingPhoneNumbers" && sid === undefined) {
      const isAsked = [null, number.phone_number].includes(query.get("PhoneNumber"));
      return [200, { ...PAGE, incoming_phone_numbers: isAsked ? [number] : [] }];
    }
    if (resource === "IncomingPhoneNumbers" && sid === number.sid) {
      for (const [name, field] of Object.entries(NUMBER_FIELDS)) if (form.has(name)) number[field] = form.get(name);
      return [200, number];
    }
    return refuse(404, 20404, "The requested resource was not found");
  }

  function record(call: FakeTwilioCall, form: URLSearchParams): FakeAnswer {
    if (call.status !== "in-progress") return refuse(404, 21220, "Call is not in-progress.");
    const channels = form.get("RecordingChannels") ?? "dual";
    call.recordings.push(channels);
    return [201, { sid: sidOf("RE"), call_sid: call.sid, channels: channels === "dual" ? 2 : 1 }];
  }

  function createText(form: URLSearchParams): FakeAnswer {
    const [to, from, body] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Body") ?? ""];
    if (to === INVALID_NUMBER) return refuse(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    if (from !== number.phone_number) return refuse(400, 21606, `The 'From' phone number ${from} is not SMS-capable.`);
    if (body === "") return refuse(400, 21602, "Message body is required.");
    if (body.length > 1_600) return refuse(400, 21617, "The concatenated message body exceeds the 1600 character limit.");
    if (optedOut.has(to)) return refuse(400, 21610, "Attempt to send to unsubscribed recipient");
    texts.push({ from, to, body });
    return [201, { sid: sidOf("SM"), account_sid: account.accountSid, from, to, body, status: "queued", num_segments: "1" }];
  }

  function create(form: URLSearchParams): FakeAnswer {
    const [to, from, twiml] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Twiml") ?? ""];
    if (to === INVALID_NUMBER) return refuse(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    if (from !== number.phone_number)
      return refuse(400, 21210, `The source phone number provided, ${from}, is not yet verified.`);
    if (twiml === "" || twiml.length > 4_000) return refuse(400, 21205, "Url or Twiml is missing or too long");
    const statusCallback = form.get("StatusCallback") ?? "";
    const call = newCall({ from, to, isInbound: false, statusCallback, events: form.getAll("StatusCallbackEvent") });
    if (form.get("AsyncAmd") === "true")
      call.detection = {
        mode: form.get("MachineDetection"),
        timeout: form.get("MachineDetectionTimeout"),
        callback: form.get("AsyncAmdStatusCallback"),
      };
    call.twiml = twiml;
    call.ringSeconds = Number(form.get("Timeout") ?? 60);
    return [201, call.asJson(), () => call.ring(carrier.farEndOf(to), call.ringSeconds)];
  }

  return {
    url: carrier.url,
    account,
    /** The number of the account, with the names of Twilio's API. */
    number,
    network: carrier.network,
    calls,
    /** Text messages that were sent, in order. */
    texts,
    /** People who have sent STOP. */
    optedOut,
    post,
    /** A person sends a text to the number. Returns the server's status, and the form for a repetition. */
    async textIn(from: string, body: string, more: Record<string, string> = {}) {
      const sid = sidOf("SM");
      const form = { MessageSid: sid, SmsSid: sid, From: from, To: phoneNumber, Body: body, NumMedia: "0", ...more };
      return { ...(await post(String(number.sms_url), form)), form };
    },
    /** A person calls the number. Resolves when Twilio has the server's answer. */
    async callIn(from: string) {
      const statusCallback = String(number.status_callback);
      const call = newCall({ from, to: phoneNumber, isInbound: true, statusCallback, events: ["completed"] });
      await parts.track(call.comesIn(String(number.voice_url)));
      return call;
    },
    pass: carrier.pass,
    close: carrier.close,
  };
}
