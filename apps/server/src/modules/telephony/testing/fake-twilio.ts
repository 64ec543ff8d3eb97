import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import twilio from "twilio";
import { startFakeCarrier } from "./fake-carrier.ts";
import { FakeTwilioCall, type FarEnd } from "./fake-twilio-call.ts";

/**
 * Twilio's API for calls, text messages and numbers, its signed webhooks, its TwiML and its Media Streams, on 127.0.0.1, as far as phone calls need
 * them. Made of the public documentation as of November 2026: twilio.com/docs/voice/api/call-resource, /docs/voice/api/recording, /docs/messaging/api/message-resource,
 * /docs/messaging/guides/webhook-request, /docs/phone-numbers/api/incomingphonenumber-resource, /docs/voice/twiml (connect, stream, reject),
 * /docs/voice/media-streams/websocket-messages, /docs/usage/security. Signatures are made by the official client. It proves this server, and not
 * Twilio.
 */
export interface FakeTwilio {
  url: string;
  account: { accountSid: string; authToken: string; status: string; type: string };
  /** The number of the account, with the names of Twilio's API. */
  number: Record<string, unknown> & { phone_number: string };
  /** In the order in which they began. */
  calls: FakeTwilioCall[];
  /** Text messages that were sent, in order. */
  texts: { from: string; to: string; body: string }[];
  /** People who have sent STOP. */
  optedOut: Set<string>;
  /** Somebody writes to the number. Answers the status of the server, and the message's form to send it again. */
  textIn(
    from: string,
    body: string,
    more?: Record<string, string>,
  ): Promise<{ status: number; text: string; form: Record<string, string> }>;
  /** Somebody calls the number. Resolves when Twilio has the answer to what to do. */
  callIn(from: string): Promise<FakeTwilioCall>;
  /** Sends a form to an address of the server as Twilio does. `signature`: another one than the right one; null: none. */
  post(url: string, form: Record<string, string>, signature?: string | null): Promise<{ status: number; text: string }>;
  /** So much time passes for what rings, and everything that was sent is answered. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface FakeTwilioOptions {
  phoneNumber: string;
  /** What called numbers do. Default: `rings`. */
  farEnds: Readonly<Record<string, FarEnd>>;
  /** The address of the server in this network, for its public one. */
  reach(url: string): string;
}

const sidOf = (kind: "AC" | "CA" | "PN" | "SM") => kind + randomBytes(16).toString("hex");
/** Numbers that Twilio itself refuses: its magic number for an invalid one. */
const INVALID = "+15005550001";

export async function startFakeTwilio({ phoneNumber, farEnds, reach }: FakeTwilioOptions): Promise<FakeTwilio> {
  const account = { accountSid: sidOf("AC"), authToken: randomBytes(16).toString("hex"), status: "active", type: "Full" };
  const texts: FakeTwilio["texts"] = [];
  const optedOut = new Set<string>();
  const number: FakeTwilio["number"] = {
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
  const carrier = await startFakeCarrier<FakeTwilioCall>(answer);
  const { calls, track } = carrier;

  async function post(url: string, form: Record<string, string>, signature?: string | null) {
    const fields = { AccountSid: account.accountSid, ApiVersion: "2010-04-01", ...form };
    const signed = signature === undefined ? twilio.getExpectedTwilioSignature(account.authToken, url, fields) : signature;
    const response = await fetch(reach(url), {
      method: "POST",
      headers: signed === null ? {} : { "X-Twilio-Signature": signed },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, text: await response.text() };
  }

  function newCall(parts: {
    from: string;
    to: string;
    direction: "inbound" | "outbound-api";
    statusCallback: string;
    events: string[];
  }) {
    const sign = (url: string) => twilio.getExpectedTwilioSignature(account.authToken, url, {});
    const call = new FakeTwilioCall({
      ...parts,
      sid: sidOf("CA"),
      accountSid: account.accountSid,
      sign,
      reach,
      track,
      post: (url, form) => track(post(url, form)),
    });
    calls.push(call);
    return call;
  }

  async function answer(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(text);
    const url = new URL(request.url ?? "", "http://fake");
    const reply = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const refuse = (status: number, code: number, message: string) =>
      reply(status, { code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` });
    const key = Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64");
    if (request.headers.authorization !== `Basic ${key}`) return void refuse(401, 20003, "Authenticate");
    const base = `/2010-04-01/Accounts/${account.accountSid}`;
    const [, resource, sid, part] = new RegExp(`^${base}(?:/(\\w+))?(?:/(\\w+))?(?:/(\\w+))?\\.json$`).exec(url.pathname) ?? [];
    if (url.pathname === `${base}.json`)
      return void reply(200, { sid: account.accountSid, status: account.status, type: account.type, friendly_name: "Test" });
    if (resource === "Calls" && sid === undefined && request.method === "POST") return void create(form, reply, refuse);
    const call = calls.find((each) => each.sid === sid);
    if (resource === "Calls" && call && part === "Recordings") {
      if (call.status !== "in-progress") return void refuse(404, 21220, "Call is not in-progress.");
      const channels = form.get("RecordingChannels") ?? "dual";
      call.recordings.push(channels);
      return void reply(201, {
        sid: `RE${randomBytes(16).toString("hex")}`,
        call_sid: sid,
        channels: channels === "dual" ? 2 : 1,
      });
    }
    if (resource === "Calls" && call && form.get("Status")) {
      if (call.isOver) return void refuse(400, 21220, "Call is not in-progress. Cannot redirect.");
      call.endedByOwner();
      return void reply(200, call.asJson());
    }
    if (resource === "Messages" && request.method === "POST") return void createText(form, reply, refuse);
    if (resource === "IncomingPhoneNumbers" && sid === undefined) {
      const isAsked = [null, number.phone_number].includes(url.searchParams.get("PhoneNumber"));
      const page = {
        page: 0,
        page_size: 50,
        start: 0,
        end: 0,
        uri: "",
        first_page_uri: "",
        next_page_uri: null,
        previous_page_uri: null,
      };
      return void reply(200, { ...page, incoming_phone_numbers: isAsked ? [number] : [] });
    }
    if (resource === "IncomingPhoneNumbers" && sid === number.sid) {
      const fields = { VoiceUrl: "voice_url", VoiceMethod: "voice_method", StatusCallback: "status_callback" } as const;
      const more = {
        StatusCallbackMethod: "status_callback_method",
        VoiceApplicationSid: "voice_application_sid",
        TrunkSid: "trunk_sid",
        SmsUrl: "sms_url",
        SmsMethod: "sms_method",
        SmsApplicationSid: "sms_application_sid",
      } as const;
      for (const [name, field] of Object.entries({ ...fields, ...more })) if (form.has(name)) number[field] = form.get(name);
      return void reply(200, number);
    }
    refuse(404, 20404, "The requested resource was not found");
  }

  function createText(
    form: URLSearchParams,
    reply: (status: number, body: object) => void,
    refuse: (status: number, code: number, message: string) => void,
  ): void {
    const [to, from, body] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Body") ?? ""];
    if (to === INVALID) return void refuse(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    if (from !== number.phone_number) return void refuse(400, 21606, `The 'From' phone number ${from} is not SMS-capable.`);
    if (body === "") return void refuse(400, 21602, "Message body is required.");
    if (body.length > 1_600) return void refuse(400, 21617, "The concatenated message body exceeds the 1600 character limit.");
    if (optedOut.has(to)) return void refuse(400, 21610, "Attempt to send to unsubscribed recipient");
    texts.push({ from, to, body });
    reply(201, { sid: sidOf("SM"), account_sid: account.accountSid, from, to, body, status: "queued", num_segments: "1" });
  }

  function create(
    form: URLSearchParams,
    reply: (status: number, body: object) => void,
    refuse: (status: number, code: number, message: string) => void,
  ): void {
    const [to, from, twiml] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Twiml") ?? ""];
    if (to === INVALID) return void refuse(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    if (from !== number.phone_number)
      return void refuse(400, 21210, `The source phone number provided, ${from}, is not yet verified.`);
    if (twiml === "" || twiml.length > 4_000) return void refuse(400, 21205, "Url or Twiml is missing or too long");
    const statusCallback = form.get("StatusCallback") ?? "";
    const call = newCall({ from, to, direction: "outbound-api", statusCallback, events: form.getAll("StatusCallbackEvent") });
    if (form.get("AsyncAmd") === "true")
      call.detection = {
        mode: form.get("MachineDetection"),
        timeout: form.get("MachineDetectionTimeout"),
        callback: form.get("AsyncAmdStatusCallback"),
      };
    reply(201, call.asJson());
    call.ringSeconds = Number(form.get("Timeout") ?? 60);
    void track(call.placed(farEnds[to] ?? "rings", twiml, call.ringSeconds * 1_000));
  }

  return {
    url: carrier.url,
    account,
    number,
    calls,
    texts,
    optedOut,
    post,
    async textIn(from, body, more = {}) {
      const sid = sidOf("SM");
      const form = { MessageSid: sid, SmsSid: sid, From: from, To: phoneNumber, Body: body, NumMedia: "0", ...more };
      return { ...(await post(String(number.sms_url), form)), form };
    },
    async callIn(from) {
      const call = newCall({
        from,
        to: phoneNumber,
        direction: "inbound",
        statusCallback: String(number.status_callback),
        events: ["completed"],
      });
      await track(call.comesIn(String(number.voice_url)));
      return call;
    },
    pass: (ms) => carrier.pass(ms),
    close: () => carrier.close(),
  };
}
