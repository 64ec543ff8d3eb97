import { generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startFakeCarrier } from "./fake-carrier.ts";
import { FakeTelnyxCall } from "./fake-telnyx-call.ts";
import type { FarEnd } from "./fake-twilio-call.ts";
import { telnyxRefusal } from "./telnyx-requests.ts";

/**
 * Telnyx' API for calls, numbers and Call Control applications, its signed webhooks and its media streams, on 127.0.0.1, as far as phone calls need
 * them. Made of the public documentation as of November 2026, at developers.telnyx.com: /docs/voice/programmable-voice/voice-api-webhooks,
 * /docs/voice/programmable-voice/media-streaming, /api-reference/websockets/stream-call-media-over-websocket, /api-reference/call-commands,
 * /api-reference/call-commands/sip-refer-a-call, /api-reference/callbacks/call-refer-completed, /api-reference/call-control-applications, /development/api-fundamentals/webhooks/receiving-webhooks. Bodies must satisfy the official client (`telnyx-requests.ts`). It proves this server, and not Telnyx.
 */
export interface FakeTelnyx {
  url: string;
  account: { apiKey: string; publicKey: string };
  /** The number of the account, with the names of Telnyx' API. */
  number: { id: string; phone_number: string; connection_id: string };
  /** By id. */
  applications: Map<string, Application>;
  profiles: { id: string; enabled: boolean }[];
  /** Without streams, Telnyx tries to connect, and nothing arrives. */
  network: { hasStreams: boolean };
  /** In the order in which they began. */
  calls: FakeTelnyxCall[];
  /** Somebody calls the number. */
  callIn(from: string): Promise<FakeTelnyxCall>;
  /** Sends an event as Telnyx does. `changed`: another signature or time than the right one; null: none. */
  post(url: string, body: object, changed?: { signature?: string | null; timestamp?: number }): Promise<{ status: number }>;
  /** So much time passes for what rings, and everything that was sent is answered. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

interface Application {
  id: string;
  application_name: string;
  active: boolean;
  webhook_event_url: string;
  outbound: { outbound_voice_profile_id: string } | null;
}

export interface FakeTelnyxOptions {
  phoneNumber: string;
  /** What called numbers do. Default: `rings`. */
  farEnds: Readonly<Record<string, FarEnd>>;
  /** The address of the server in this network, for its public one. */
  reach(url: string): string;
}

/** Code and words of a command that is not carried out. */
const COMMAND_ERRORS = {
  over: ["90018", "Call has already ended"],
  unanswered: ["90034", "Call not answered yet"],
  unknown: ["10005", "Not found"],
} as const;

/** A number that Telnyx itself refuses. */
const INVALID = "+15005550001";

export async function startFakeTelnyx({ phoneNumber, farEnds, reach }: FakeTelnyxOptions): Promise<FakeTelnyx> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const rawKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
  const account = { apiKey: `KEY${randomBytes(16).toString("hex")}`, publicKey: rawKey };
  const old = { id: "1000", application_name: "Old", active: true, webhook_event_url: "https://old.example/calls?secret=1" };
  const applications = new Map<string, Application>([[old.id, { ...old, outbound: { outbound_voice_profile_id: "profile-1" } }]]);
  const profiles: FakeTelnyx["profiles"] = [];
  const number = { id: "2000", phone_number: phoneNumber, connection_id: old.id };
  const network = { hasStreams: true };
  const commands = new Set<unknown>();
  const carrier = await startFakeCarrier<FakeTelnyxCall>(answer);
  const { calls, track } = carrier;

  async function post(
    url: string,
    event: object,
    { signature, timestamp = Math.floor(Date.now() / 1_000) }: { signature?: string | null; timestamp?: number } = {},
  ) {
    const body = JSON.stringify(event);
    const right = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64");
    const headers: Record<string, string> = { "content-type": "application/json", "telnyx-timestamp": String(timestamp) };
    if (signature !== null) headers["telnyx-signature-ed25519"] = signature ?? right;
    const response = await fetch(reach(url), { method: "POST", headers, body });
    await response.arrayBuffer();
    return { status: response.status };
  }

  function newCall(parts: { from: string; to: string; direction: "incoming" | "outgoing"; webhookUrl: string }) {
    const call = new FakeTelnyxCall({
      ...parts,
      id: `v3:${randomBytes(16).toString("base64url")}`,
      connectionId: number.connection_id,
      reach,
      track,
      network,
      post: (url, body) => track(post(url, body)),
    });
    calls.push(call);
    return call;
  }

  async function answer(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://fake");
    const reply = (status: number, data: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ data }));
    const refuse = (status: number, code: string, detail: string) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ errors: [{ code, title: detail, detail }] }));
    if (request.headers.authorization !== `Bearer ${account.apiKey}`) return void refuse(401, "10009", "Authentication failed");
    const [, resource, id = "", action = ""] = /^\/v2\/(\w+)(?:\/([^/]+))?(?:\/actions\/(\w+))?$/.exec(pathname) ?? [];
    const call = calls.find((each) => each.id === decodeURIComponent(id));
    const name = requestName(request.method, resource, id, action);
    const refusal = name && telnyxRefusal(name, body);
    if (refusal) return void refuse(422, "10015", refusal);
    if (resource === "calls" && id === "" && request.method === "POST") return void create(body, reply, refuse);
    if (resource === "calls" && call) {
      const end = await call.command(action, body);
      if (end === "ok") return void reply(200, { result: "ok" });
      const [code, words] = COMMAND_ERRORS[end];
      return void refuse(422, code, words);
    }
    if (resource === "phone_numbers" && id === "")
      return void reply(200, searchParams.get("filter[phone_number]") === number.phone_number ? [number] : []);
    if (resource === "phone_numbers" && id === number.id && request.method === "PATCH")
      return void reply(200, Object.assign(number, body));
    if (resource === "outbound_voice_profiles") return void reply(200, profiles);
    const application = applications.get(id);
    if (resource === "call_control_applications" && request.method === "POST") {
      const created = { active: true, outbound: null, ...body, id: randomUUID() } as unknown as Application;
      applications.set(created.id, created);
      return void reply(201, created);
    }
    if (resource === "call_control_applications" && application) {
      if (request.method === "DELETE" && number.connection_id === id) return void refuse(422, "10015", "Numbers use it");
      if (request.method === "DELETE") applications.delete(id);
      return void reply(200, request.method === "PATCH" ? Object.assign(application, body) : application);
    }
    refuse(404, "10005", "Resource not found");
  }

  function create(
    order: Record<string, unknown>,
    reply: (status: number, data: unknown) => void,
    refuse: (status: number, code: string, detail: string) => void,
  ): void {
    const [to, from] = [String(order.to), String(order.from)];
    if (to === INVALID) return void refuse(422, "10016", "Phone number must be in +E.164 format");
    if (from !== number.phone_number) return void refuse(403, "10010", "The caller id is not verified");
    if (!applications.get(String(order.connection_id))?.outbound)
      return void refuse(422, "10011", "The connection has no outbound voice profile");
    if (commands.has(order.command_id)) return void refuse(422, "90000", "Duplicate command");
    commands.add(order.command_id);
    const call = newCall({ from, to, direction: "outgoing", webhookUrl: String(order.webhook_url) });
    reply(200, { call_control_id: call.id, call_leg_id: randomUUID(), call_session_id: randomUUID(), is_alive: false });
    void track(call.placed(farEnds[to] ?? "rings", order));
  }

  return {
    url: carrier.url,
    account,
    number,
    applications,
    profiles,
    network,
    calls,
    post,
    async callIn(from) {
      const webhookUrl = applications.get(number.connection_id)?.webhook_event_url ?? "";
      const call = newCall({ from, to: phoneNumber, direction: "incoming", webhookUrl });
      await track(call.comesIn());
      return call;
    },
    pass: (ms) => carrier.pass(ms),
    close: () => carrier.close(),
  };
}

/** The name of a request with a body in `telnyx-requests.ts`; undefined: it has none. */
function requestName(method: string | undefined, resource: string | undefined, id: string, action: string): string | undefined {
  if (resource === "calls") return action || "dial";
  if (resource === "phone_numbers" && method === "PATCH") return "update number";
  if (resource !== "call_control_applications" || (method !== "POST" && method !== "PATCH")) return undefined;
  return id === "" ? "create application" : "update application";
}
