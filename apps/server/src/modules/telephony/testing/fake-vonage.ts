import { createHash, generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { VonageAccount } from "../vonage/vonage-client.ts";
import { type FakeAnswer, type FakeCarrierOptions, type FakeRequest, INVALID_NUMBER, startFakeCarrier } from "./fake-carrier.ts";
import { type ConnectAction, type Detection, FakeVonageCall } from "./fake-vonage-call.ts";

export type FakeVonage = Awaited<ReturnType<typeof startFakeVonage>>;

interface Voice {
  webhooks: Record<"answer_url" | "event_url", { address: string; http_method: string }>;
  signed_callbacks: boolean;
}

interface Order {
  to: { number: string }[];
  from: { number: string };
  event_url: string[];
  ncco: ConnectAction[];
  ringing_timer: number;
  advanced_machine_detection?: Detection;
}

const BEEP_SECONDS = { min: 45, max: 120 };

/**
 * Vonage's APIs for calls, numbers and applications, its signed webhooks and its websockets, on 127.0.0.1, as far as phone calls need them. Made of the
 * public documentation as of November 2026, at developer.vonage.com: /voice/voice-api/concepts/websockets, /voice/voice-api/webhook-reference,
 * /voice/voice-api/concepts/advanced-machine-detection, /voice/voice-api/guides/call-flow, /voice/voice-api/ncco-reference, /api/voice, /api/application.v2, /api/numbers,
 * /getting-started/concepts/webhooks. It proves this server, and not Vonage.
 */
export async function startFakeVonage(options: FakeCarrierOptions) {
  const { phoneNumber, reach } = options;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const account: VonageAccount = {
    apiKey: "abcd1234",
    apiSecret: randomBytes(8).toString("hex"),
    applicationId: randomUUID(),
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    signatureSecret: randomBytes(20).toString("hex"),
  };
  const old = (name: string) => ({ address: `https://old.example/${name}?secret=1`, http_method: "GET" });
  const application: { id: string; name: string; capabilities: { voice: Voice; messages: object } } = {
    id: account.applicationId,
    name: "My voice",
    capabilities: {
      voice: { webhooks: { answer_url: old("answer"), event_url: old("events") }, signed_callbacks: false },
      messages: { webhooks: {} },
    },
  };
  const number: { country: string; msisdn: string; app_id?: string; voiceCallbackType?: string; voiceCallbackValue?: string } = {
    country: "US",
    msisdn: phoneNumber.slice(1),
  };
  const carrier = await startFakeCarrier<FakeVonageCall>(options, answer);
  const { calls, parts } = carrier;

  /** Sends a request as Vonage does. `claims`: replacements of the right ones. `token`: a replacement; null: none. */
  async function post(
    url: string,
    event: object,
    { claims = {}, secret = account.signatureSecret, token }: { claims?: object; secret?: string; token?: string | null } = {},
  ) {
    const body = JSON.stringify(event);
    const right = {
      iss: "Vonage",
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1_000),
      application_id: application.id,
      api_key: account.apiKey,
      payload_hash: createHash("sha256").update(body).digest("hex"),
    };
    const signed = new SignJWT({ ...right, ...claims }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
    const bearer = token === undefined ? await signed.sign(new TextEncoder().encode(secret)) : token;
    const response = await fetch(reach(url), {
      method: "POST",
      headers: { "content-type": "application/json", ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
      body,
    });
    const text = await response.text();
    return { status: response.status, ...(response.ok && text !== "" && { ncco: JSON.parse(text) as ConnectAction[] }) };
  }

  const newCall = (call: { from: string; to: string; isInbound: boolean; eventUrl: string }) =>
    carrier.add(
      new FakeVonageCall({
        ...parts,
        ...call,
        id: randomUUID(),
        post: (url, body) => parts.track(post(url, body)),
      }),
    );

  async function answer({ method, path, query, authorization, text }: FakeRequest): Promise<FakeAnswer> {
    if (path.startsWith("/v1/")) {
      const isRight = await jwtVerify(authorization.replace("Bearer ", ""), publicKey, { algorithms: ["RS256"] }).then(
        ({ payload }) => payload.application_id === application.id && payload.jti !== undefined,
        () => false,
      );
      return isRight ? answerVoice(method, path, text) : [401, { title: "Unauthorized" }];
    }
    const basic = `Basic ${Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString("base64")}`;
    if (authorization !== basic) return [401, { "error-code": "401", "error-code-label": "authentication failed" }];
    if (path === "/account/numbers") return [200, number.msisdn === query.get("pattern") ? { count: 1, numbers: [number] } : {}];
    if (path === "/number/update") {
      const { country: _, msisdn, ...changed } = Object.fromEntries(new URLSearchParams(text));
      if (msisdn !== number.msisdn) return [420, { "error-code-label": "method failed" }];
      Object.assign(number, changed);
      return [200, { "error-code": "200", "error-code-label": "success" }];
    }
    if (path !== `/v2/applications/${application.id}`) return [404, { title: "Not Found" }];
    if (method === "PUT") Object.assign(application, JSON.parse(text));
    return [200, { ...application, keys: { public_key: publicKey.export({ format: "pem", type: "spki" }) }, _links: {} }];
  }

  function answerVoice(method: string, path: string, text: string): FakeAnswer {
    if (method === "GET") return [200, { count: 0 }];
    const id = /^\/v1\/calls\/([^/]+)$/.exec(path)?.[1];
    if (id === undefined) return create(JSON.parse(text));
    const call = calls.find((each) => each.id === id);
    if (!call) return [404, { title: "Not Found" }];
    if (call.isOver) return [400, { title: "Bad Request", detail: "The call has ended" }];
    call.hangUp();
    return [204];
  }

  function create(order: Order): FakeAnswer {
    const to = order.to[0]?.number ?? "";
    if (`+${to}` === INVALID_NUMBER) return [400, { title: "Bad Request", detail: "Invalid number" }];
    if (order.from.number !== number.msisdn) return [403, { title: "Forbidden", detail: "The caller id is not yours" }];
    const { beep_timeout: seconds = BEEP_SECONDS.min } = order.advanced_machine_detection ?? {};
    if (seconds < BEEP_SECONDS.min || seconds > BEEP_SECONDS.max)
      return [400, { title: "Bad Request", detail: "Invalid beep_timeout" }];
    const call = newCall({ from: order.from.number, to, isInbound: false, eventUrl: order.event_url[0] ?? "" });
    call.ncco = order.ncco;
    call.detection = order.advanced_machine_detection;
    const created = { uuid: call.id, status: "started", direction: "outbound", conversation_uuid: `CON-${call.id}` };
    return [201, created, () => call.ring(carrier.farEndOf(`+${to}`), order.ringing_timer)];
  }

  return {
    url: carrier.url,
    account,
    /** The number of the account, with the names of Vonage's API. */
    number,
    application,
    network: carrier.network,
    calls,
    post,
    /** Somebody calls the number. */
    async callIn(from: string) {
      const { answer_url: answerUrl, event_url: eventUrl } = application.capabilities.voice.webhooks;
      const call = newCall({ from: from.slice(1), to: number.msisdn, isInbound: true, eventUrl: eventUrl.address });
      await parts.track(call.comesIn(answerUrl.address));
      return call;
    },
    pass: carrier.pass,
    close: carrier.close,
  };
}
