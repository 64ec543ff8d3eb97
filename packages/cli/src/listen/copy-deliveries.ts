import type { Client } from "@callwright/client";
import type { WebhookDelivery } from "@callwright/contract";
import { DeliveryFeed } from "./delivery-feed.ts";

export interface CopyOptions {
  client: Pick<Client, "webhookDeliveries">;
  assistantId: string | undefined;
  wants: (delivery: WebhookDelivery) => boolean;
  /** Gets the body as JSON. Awaited, so that messages stay in order. */
  onDelivery: (delivery: WebhookDelivery, body: string) => Promise<void>;
}

/** Copies new deliveries, in the order in which they were stored. */
export class DeliveryCopier {
  readonly #options: CopyOptions;
  readonly #feed: DeliveryFeed;
  #running: Promise<void> = Promise.resolve();
  #isAsked = false;

  constructor(options: CopyOptions) {
    this.#options = options;
    const { client, assistantId } = options;
    const of = assistantId === undefined ? {} : { assistantId };
    this.#feed = new DeliveryFeed((query) => client.webhookDeliveries.list({ query: { ...query, ...of } }));
  }

  /** Skips the deliveries stored so far. */
  begin(): Promise<void> {
    return this.#feed.begin();
  }

  /** Copies new deliveries. Simultaneous calls share one run. Fails as the server does; the next call continues where this one ended. */
  copy(): Promise<void> {
    if (this.#isAsked) return this.#running;
    this.#isAsked = true;
    this.#running = this.#running
      .catch(() => {})
      .then(() => {
        this.#isAsked = false;
        return this.#copyNew();
      });
    return this.#running;
  }

  #waiting: WebhookDelivery[] = [];

  async #copyNew(): Promise<void> {
    this.#waiting.push(...(await this.#feed.next()));
    for (let delivery = this.#waiting[0]; delivery; delivery = this.#waiting[0]) {
      await this.#copyOne(delivery);
      this.#waiting.shift();
    }
  }

  async #copyOne(delivery: WebhookDelivery): Promise<void> {
    const { client, wants, onDelivery } = this.#options;
    if (!wants(delivery)) return;
    const { body } = await client.webhookDeliveries.get({ id: delivery.id }).catch(withoutDeleted);
    if (body) await onDelivery(delivery, JSON.stringify(body));
  }
}

/** A delivery that was deleted with its call. */
function withoutDeleted(error: unknown): { body: null } {
  if (typeof error === "object" && error !== null && "status" in error && error.status === 404) return { body: null };
  throw error;
}
