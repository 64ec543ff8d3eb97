import { createHash, generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { jwtVerify, SignJWT } from "jose";
import type { VonageAccount } from "../vonage/vonage-client.ts";
import { startFakeCarrier } from "./fake-carrier.ts";
import type { FarEnd } from "./fake-twilio-call.ts";
import { type ConnectAction, type Detection, FakeVonageCall } from "./fake-vonage-call.ts";

/**
 * Vonage's APIs for calls, numbers and applications, its signed webhooks and its websockets, on 127.0.0.1, as far as phone calls need them. Made of the
 * public documentation as of November 2026, at developer.vonage.com: /voice/voice-api/concepts/websockets, /voice/voice-api/webhook-reference,
 * /voice/voice-api/concepts/advanced-machine-detection, /voice/voice-api/guides/call-flow, /voice/voice-api/ncco-reference, /api/voice, /api/application.v2, /api/numbers,
 * /getting-started/concepts/webhooks. It proves this server, and not Vonage.
 */
export interface FakeVonage {
  url: string;
  account: VonageAccount;
  /** The number of the account, with the names of Vonage's API. */
  number: { country: string; msisdn: string; app_id?: string; voiceCallbackType?: string; voiceCallbackValue?: string };
  application: {
    id: string;
    name: string;
    capabilities: { voice: Voice; messages: object };
  };
  /** Without streams, Vonage tries to connect, and nothing arrives. */
  network: { hasStreams: boolean };
  /** In the order in which they began. */
  calls: FakeVonageCall[];
  /** Somebody calls the number. */
  callIn(from: string): Promise<FakeVonageCall>;
  /** Sends a request as Vonage does. `claims`: others than the right ones. `token`: another one; null: none. */
  post(
    url: string,
    body: object,
    changed?: { claims?: object; secret?: string; token?: string | null },
  ): Promise<{ status: number; ncco?: ConnectAction[] }>;
  /** So much time passes for what rings, and everything that was sent is answered. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

interface Voice {
  webhooks: Record<"answer_url" | "event_url", { address: string; http_method: string }>;
  signed_callbacks: boolean;
}

export interface FakeVonageOptions {
  phoneNumber: string;
  /** What called numbers do. Default: `rings`. */
  farEnds: Readonly<Record<string, FarEnd>>;
  /** The address of the server in this network, for its public one. */
  reach(url: string): string;
}

const BEEP_SECONDS = { min: 45, max: 120 };
/** A number that Vonage itself refuses. */
const INVALID = "15005550001";

export async function startFakeVonage({ phoneNumber, farEnds, reach }: FakeVonageOptions): Promise<FakeVonage> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const account: VonageAccount = {
    apiKey: "abcd1234",
    apiSecret: randomBytes(8).toString("hex"),
    applicationId: randomUUID(),
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    signatureSecret: randomBytes(20).toString("hex"),
  };
  const old = (name: string) => ({ address: `https://old.example/${name}?secret=1`, http_method: "GET" });
  const application: FakeVonage["application"] = {
    id: account.applicationId,
    name: "My voice",
    capabilities: {
      voice: { webhooks: { answer_url: old("answer"), event_url: old("events") }, signed_callbacks: false },
      messages: { webhooks: {} },
    },
  };
  const number: FakeVonage["number"] = { country: "US", msisdn: phoneNumber.slice(1) };
  const network = { hasStreams: true };
  const carrier = await startFakeCarrier<FakeVonageCall>(answer);
  const { calls, track } = carrier;

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

  function newCall(parts: { from: string; to: string; direction: "inbound" | "outbound"; eventUrl: string }) {
    const call = new FakeVonageCall({
      ...parts,
      id: randomUUID(),
      reach,
      track,
      network,
      post: (url, body) => track(post(url, body)),
    });
    calls.push(call);
    return call;
  }

  async function answer(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://fake");
    const reply = (status: number, body?: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
    const authorization = request.headers.authorization ?? "";
    if (pathname.startsWith("/v1/")) {
      const isRight = await jwtVerify(authorization.replace("Bearer ", ""), publicKey, { algorithms: ["RS256"] }).then(
        ({ payload }) => payload.application_id === application.id && payload.jti !== undefined,
        () => false,
      );
      return isRight ? answerVoice(request.method ?? "", pathname, text, reply) : reply(401, { title: "Unauthorized" });
    }
    const basic = `Basic ${Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString("base64")}`;
    if (authorization !== basic) return reply(401, { "error-code": "401", "error-code-label": "authentication failed" });
    if (pathname === "/account/numbers")
      return reply(200, number.msisdn === searchParams.get("pattern") ? { count: 1, numbers: [number] } : {});
    if (pathname === "/number/update") {
      const { country: _, msisdn, ...changed } = Object.fromEntries(new URLSearchParams(text));
      if (msisdn !== number.msisdn) return reply(420, { "error-code-label": "method failed" });
      Object.assign(number, changed);
      return reply(200, { "error-code": "200", "error-code-label": "success" });
    }
    if (pathname !== `/v2/applications/${application.id}`) return reply(404, { title: "Not Found" });
    if (request.method === "PUT") Object.assign(application, JSON.parse(text));
    reply(200, { ...application, keys: { public_key: publicKey.export({ format: "pem", type: "spki" }) }, _links: {} });
  }

  function answerVoice(method: string, pathname: string, text: string, reply: (status: number, body?: object) => void): void {
    if (method === "GET") return void reply(200, { count: 0 });
    const body = JSON.parse(text);
    const id = /^\/v1\/calls\/([^/]+)$/.exec(pathname)?.[1];
    if (id === undefined) return void create(body, reply);
    const call = calls.find((each) => each.id === id);
    if (!call) return void reply(404, { title: "Not Found" });
    if (call.isOver) return void reply(400, { title: "Bad Request", detail: "The call has ended" });
    reply(204);
    call.hangUp();
  }

  function create(
    order: {
      to: { number: string }[];
      from: { number: string };
      event_url: string[];
      ncco: ConnectAction[];
      ringing_timer: number;
      advanced_machine_detection?: Detection;
    },
    reply: (status: number, body: object) => void,
  ): void {
    const to = order.to[0]?.number ?? "";
    if (to === INVALID) return void reply(400, { title: "Bad Request", detail: "Invalid number" });
    if (order.from.number !== number.msisdn) return void reply(403, { title: "Forbidden", detail: "The caller id is not yours" });
    const { beep_timeout: seconds = BEEP_SECONDS.min } = order.advanced_machine_detection ?? {};
    if (seconds < BEEP_SECONDS.min || seconds > BEEP_SECONDS.max)
      return void reply(400, { title: "Bad Request", detail: "Invalid beep_timeout" });
    const call = newCall({ from: order.from.number, to, direction: "outbound", eventUrl: order.event_url[0] ?? "" });
    reply(201, { uuid: call.id, status: "started", direction: "outbound", conversation_uuid: `CON-${call.id}` });
    void track(call.placed(farEnds[`+${to}`] ?? "rings", order));
  }

  return {
    url: carrier.url,
    account,
    number,
    application,
    network,
    calls,
    post,
    async callIn(from) {
      const { answer_url: answerUrl, event_url: eventUrl } = application.capabilities.voice.webhooks;
      const call = newCall({ from: from.slice(1), to: number.msisdn, direction: "inbound", eventUrl: eventUrl.address });
      await track(call.comesIn(answerUrl.address));
      return call;
    },
    pass: (ms) => carrier.pass(ms),
    close: () => carrier.close(),
  };
}
