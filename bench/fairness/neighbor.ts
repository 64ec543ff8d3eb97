import { setTimeout as delay } from "node:timers/promises";
import type { Campaign } from "@callwright/contract";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../apps/server/src/testing/webhook-receiver.ts";
import { created } from "../api/created.ts";
import { SocketCall } from "./socket-call.ts";
import { sampleWaits, type Waits } from "./waits.ts";

/** The continuous work of the other organization. Each kind is a row of the report. */
export const STREAMS = ["health", "list", "chat", "webhook", "campaign", "call"] as const;
export type Stream = (typeof STREAMS)[number];

/** Interval of each kind of request. Frames of a call arrive by themselves. */
const EVERY_MS = { health: 50, list: 100, chat: 250, campaign: 1_000 };
const POLL_MS = 25;
/** A later webhook message is not waited for. */
const DELIVERY_MAX_MS = 30_000;
const MODEL = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "We open at nine." }] };
const TALKER = { name: "Talker", firstMessage: "Hello.", silenceTimeoutSeconds: 3_600, maxDurationSeconds: 3_600, model: MODEL };

/** An organization that uses the server normally, with a steady stream of small requests. */
export class Neighbor {
  readonly #url: string;
  readonly #user: TestClient;
  readonly #receiver: WebhookReceiver;
  readonly #assistantId: string;
  readonly #phoneNumberId: string;
  #call: SocketCall;
  #contacts = 0;

  private constructor(
    url: string,
    user: TestClient,
    parts: { receiver: WebhookReceiver; ids: [string, string]; call: SocketCall },
  ) {
    this.#url = url;
    this.#user = user;
    this.#receiver = parts.receiver;
    [this.#assistantId, this.#phoneNumberId] = parts.ids;
    this.#call = parts.call;
  }

  static async open(url: string, user: TestClient): Promise<Neighbor> {
    const receiver = await startWebhookReceiver();
    const make = async (path: string, body: object) => (await created(user.json, path, body)).id;
    const server = { url: receiver.url };
    const assistantId = await make("/assistant", { name: "Shop", model: MODEL, server, serverMessages: ["chat.created"] });
    // A number that nobody answers, so that a campaign needs no call host.
    const phoneNumberId = await make("/phone-number", { provider: "simulated", ringSeconds: 1, outcomes: { busy: 100 } });
    const call = await SocketCall.open(user, TALKER);
    return new Neighbor(url, user, { receiver, ids: [assistantId, phoneNumberId], call });
  }

  /** Calls again if the call has ended, and waits for its first sound. */
  async prepare(): Promise<void> {
    if (!this.#call.isOpen) this.#call = await SocketCall.open(this.#user, TALKER);
  }

  /** Watches these streams until `signal` aborts, and waits for the answers that are due. */
  async watch(streams: readonly Stream[], signal: AbortSignal): Promise<Map<Stream, Waits>> {
    const chats = streams.includes("chat") || streams.includes("webhook") ? this.#chat(signal) : undefined;
    const watched: { [Each in Stream]: () => Promise<Waits> } = {
      health: () => sampleWaits(EVERY_MS.health, signal, () => this.#health()),
      list: () => sampleWaits(EVERY_MS.list, signal, () => this.#list()),
      chat: async () => (await chats)?.answers ?? { ms: [], lost: 0 },
      webhook: async () => (await chats)?.deliveries ?? { ms: [], lost: 0 },
      campaign: () => sampleWaits(EVERY_MS.campaign, signal, () => this.#startCampaign()),
      call: () => this.#call.lateness(signal),
    };
    return new Map(await Promise.all(streams.map(async (stream) => [stream, await watched[stream]()] as const)));
  }

  async close(): Promise<void> {
    this.#call.close();
    await this.#receiver.close();
  }

  async #health(): Promise<void> {
    const answer = await fetch(`${this.#url}/health`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET /health answered ${answer.status}`);
  }

  async #list(): Promise<void> {
    const { status } = await this.#user.json("GET", "/assistant?limit=10");
    if (status >= 300) throw new Error(`GET /assistant answered ${status}`);
  }

  /** The waits for replies, and from each reply to its message at the webhook receiver. */
  async #chat(signal: AbortSignal): Promise<{ answers: Waits; deliveries: Waits }> {
    const deliveries: Waits = { ms: [], lost: 0 };
    const arriving: Promise<void>[] = [];
    const body = { assistantId: this.#assistantId, input: "When do you open?" };
    const answers = await sampleWaits(EVERY_MS.chat, signal, async () => {
      const { status, body: chat } = await this.#user.json<{ id: string }>("POST", "/chat", body);
      if (status >= 300) throw new Error(`POST /chat answered ${status}`);
      arriving.push(this.#arrives(chat.id, deliveries));
    });
    await Promise.all(arriving);
    return { answers, deliveries };
  }

  async #arrives(chatId: string, deliveries: Waits): Promise<void> {
    const answeredMs = performance.now();
    const isThere = () => this.#receiver.received.some(({ message }) => (message.chat as { id?: string })?.id === chatId);
    while (!isThere() && performance.now() - answeredMs < DELIVERY_MAX_MS) await delay(POLL_MS / 5);
    deliveries.ms.push(performance.now() - answeredMs);
    if (!isThere()) deliveries.lost += 1;
  }

  /** A campaign of one contact, until the contact is dialed. */
  async #startCampaign(): Promise<void> {
    this.#contacts += 1;
    const number = `+1202555${String(1_000 + (this.#contacts % 9_000))}`;
    const plan = { name: "One", assistantId: this.#assistantId, phoneNumberId: this.#phoneNumberId, customers: [{ number }] };
    const { id } = await created(this.#user.json, "/campaign", plan);
    for (;;) {
      const { body: page } = await this.#user.json<{ results?: Campaign[] }>("GET", `/campaign?id=${id}`);
      if ((page.results?.[0]?.dialed ?? 0) > 0) return;
      await delay(POLL_MS);
    }
  }
}
