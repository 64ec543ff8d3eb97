import { generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { type FakeAnswer, type FakeCarrierOptions, type FakeRequest, INVALID_NUMBER, startFakeCarrier } from "./fake-carrier.ts";
import { FakeTelnyxCall } from "./fake-telnyx-call.ts";
import { telnyxRefusal } from "./telnyx-requests.ts";

export type FakeTelnyx = Awaited<ReturnType<typeof startFakeTelnyx>>;

interface Application {
  id: string;
  application_name: string;
  active: boolean;
  webhook_event_url: string;
  outbound: { outbound_voice_profile_id: string } | null;
}

/** Code and words of a command that is not carried out. */
const COMMAND_ERRORS = {
  over: ["90018", "Call has already ended"],
  unanswered: ["90034", "Call not answered yet"],
  unknown: ["10005", "Not found"],
} as const;

const refuse = (status: number, code: string, detail: string): FakeAnswer => [
  status,
  { errors: [{ code, title: detail, detail }] },
];

/**
 * Telnyx' API for calls, numbers and Call Control applications, its signed webhooks and its media streams, on 127.0.0.1, as far as phone calls need
 * them. Made of the public documentation as of November 2026, at developers.telnyx.com: /docs/voice/programmable-voice/voice-api-webhooks,
 * /docs/voice/programmable-voice/media-streaming, /api-reference/websockets/stream-call-media-over-websocket, /api-reference/call-commands,
 * /api-reference/call-commands/sip-refer-a-call, /api-reference/callbacks/call-refer-completed, /api-reference/call-control-applications, /development/api-fundamentals/webhooks/receiving-webhooks. Bodies must satisfy the official client (`telnyx-requests.ts`). It proves this server, and not Telnyx.
 */
export async function startFakeTelnyx(options: FakeCarrierOptions) {
  const { phoneNumber, reach } = options;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const rawKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
  const account = { apiKey: `KEY${randomBytes(16).toString("hex")}`, publicKey: rawKey };
  const old = { id: "1000", application_name: "Old", active: true, webhook_event_url: "https://old.example/calls?secret=1" };
  const applications = new Map<string, Application>([[old.id, { ...old, outbound: { outbound_voice_profile_id: "profile-1" } }]]);
  const profiles: { id: string; enabled: boolean }[] = [];
  const number = { id: "2000", phone_number: phoneNumber, connection_id: old.id };
  const commands = new Set<unknown>();
  const carrier = await startFakeCarrier<FakeTelnyxCall>(options, answer);
  const { calls, parts } = carrier;

  /** Sends an event as Telnyx does. `changed`: another signature or time than the right one; null: none. */
  async function post(url: string, event: object, changed: { signature?: string | null; timestamp?: number } = {}) {
    const { signature, timestamp = Math.floor(Date.now() / 1_000) } = changed;
    const body = JSON.stringify(event);
    const right = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64");
    const headers: Record<string, string> = { "content-type": "application/json", "telnyx-timestamp": String(timestamp) };
    if (signature !== null) headers["telnyx-signature-ed25519"] = signature ?? right;
    const response = await fetch(reach(url), { method: "POST", headers, body });
    await response.arrayBuffer();
    return { status: response.status };
  }

  const newCall = (call: { from: string; to: string; isInbound: boolean; webhookUrl: string }) =>
    carrier.add(
      new FakeTelnyxCall({
        ...parts,
        ...call,
        id: `v3:${randomBytes(16).toString("base64url")}`,
        connectionId: number.connection_id,
        post: (url, body) => parts.track(post(url, body)),
      }),
    );

  function answer({ method, path, query, authorization, text }: FakeRequest): FakeAnswer {
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    if (authorization !== `Bearer ${account.apiKey}`) return refuse(401, "10009", "Authentication failed");
    const [, resource, id = "", action = ""] = /^\/v2\/(\w+)(?:\/([^/]+))?(?:\/actions\/(\w+))?$/.exec(path) ?? [];
    const name = requestName(method, resource, id, action);
    const refusal = name && telnyxRefusal(name, body);
    if (refusal) return refuse(422, "10015", refusal);
    if (resource === "calls" && id === "" && method === "POST") return create(body);
    const call = calls.find((each) => each.id === decodeURIComponent(id));
    if (resource === "calls" && call) {
      const end = call.command(action, body);
      if (end === "ok") return [200, { data: { result: "ok" } }];
      const [code, words] = COMMAND_ERRORS[end];
      return refuse(422, code, words);
    }
    if (resource === "phone_numbers" && id === "")
      return [200, { data: query.get("filter[phone_number]") === number.phone_number ? [number] : [] }];
    if (resource === "phone_numbers" && id === number.id && method === "PATCH")
      return [200, { data: Object.assign(number, body) }];
    if (resource === "outbound_voice_profiles") return [200, { data: profiles }];
    const application = applications.get(id);
    if (resource === "call_control_applications" && method === "POST") {
      const created = { active: true, outbound: null, ...body, id: randomUUID() } as unknown as Application;
      applications.set(created.id, created);
      return [201, { data: created }];
    }
    if (resource === "call_control_applications" && application) {
      if (method === "DELETE" && number.connection_id === id) return refuse(422, "10015", "Numbers use it");
      if (method === "DELETE") applications.delete(id);
      return [200, { data: method === "PATCH" ? Object.assign(application, body) : application }];
    }
    return refuse(404, "10005", "Resource not found");
  }

  function create(order: Record<string, unknown>): FakeAnswer {
    const [to, from] = [String(order.to), String(order.from)];
    if (to === INVALID_NUMBER) return refuse(422, "10016", "Phone number must be in +E.164 format");
    if (from !== number.phone_number) return refuse(403, "10010", "The caller id is not verified");
    if (!applications.get(String(order.connection_id))?.outbound)
      return refuse(422, "10011", "The connection has no outbound voice profile");
    if (commands.has(order.command_id)) return refuse(422, "90000", "Duplicate command");
    commands.add(order.command_id);
    const call = newCall({ from, to, isInbound: false, webhookUrl: String(order.webhook_url) });
    call.order = order;
    const data = { call_control_id: call.id, call_leg_id: randomUUID(), call_session_id: randomUUID(), is_alive: false };
    return [200, { data }, () => call.ring(carrier.farEndOf(to), Number(order.timeout_secs ?? 30))];
  }

  return {
    url: carrier.url,
    account,
    /** The number of the account, with the names of Telnyx' API. */
    number,
    /** By id. */
    applications,
    profiles,
    network: carrier.network,
    calls,
    post,
    /** Somebody calls the number. */
    async callIn(from: string) {
      const webhookUrl = applications.get(number.connection_id)?.webhook_event_url ?? "";
      const call = newCall({ from, to: phoneNumber, isInbound: true, webhookUrl });
      await parts.track(call.comesIn());
      return call;
    },
    pass: carrier.pass,
    close: carrier.close,
  };
}

/** The name of a request with a body in `telnyx-requests.ts`; undefined if it is not listed. */
function requestName(method: string, resource: string | undefined, id: string, action: string): string | undefined {
  if (resource === "calls") return action || "dial";
  if (resource === "phone_numbers" && method === "PATCH") return "update number";
  if (resource !== "call_control_applications" || (method !== "POST" && method !== "PATCH")) return undefined;
  return id === "" ? "create application" : "update application";
}
