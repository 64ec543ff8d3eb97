import type { WebhookDelivery } from "@callwright/contract";

/** A page of deliveries, by the order in which they were stored. */
interface DeliveryPage {
  results: WebhookDelivery[];
  metadata: { nextCursor?: string | undefined };
}

export type DeliveryList = (query: { sortOrder: "ASC" | "DESC"; limit: number; cursor?: string }) => Promise<DeliveryPage>;

/** How many deliveries before the newest one are read again each time: transactions may commit in another order than they stored their deliveries. */
const OVERLAP = 100;
/** The place from which is read moves on when this many were read behind it. */
const MOVE_AFTER = 500;

/** New deliveries, each once, however often the connection was lost. */
export class DeliveryFeed {
  readonly #list: DeliveryList;
  /** The start of the next read. Undefined: the first delivery. */
  #cursor: string | undefined;
  #seen = new Set<string>();

  constructor(list: DeliveryList) {
    this.#list = list;
  }

  /** Treats the deliveries stored so far as seen. */
  async begin(): Promise<void> {
    await this.#moveOn();
  }

  /** The newly stored deliveries, oldest first. */
  async next(): Promise<WebhookDelivery[]> {
    const fresh: WebhookDelivery[] = [];
    let read = 0;
    let cursor = this.#cursor;
    do {
      const page = await this.#list({ sortOrder: "ASC", limit: OVERLAP, ...(cursor !== undefined && { cursor }) });
      fresh.push(...page.results.filter(({ id }) => !this.#seen.has(id)));
      for (const { id } of page.results) this.#seen.add(id);
      read += page.results.length;
      cursor = page.metadata.nextCursor;
    } while (cursor !== undefined);
    if (read > MOVE_AFTER) fresh.push(...(await this.#moveOn()));
    return fresh;
  }

  /** Reads from the newest deliveries on. Returns the new ones. */
  async #moveOn(): Promise<WebhookDelivery[]> {
    const { results, metadata } = await this.#list({ sortOrder: "DESC", limit: OVERLAP });
    const fresh = results.filter(({ id }) => !this.#seen.has(id)).reverse();
    this.#cursor = metadata.nextCursor;
    this.#seen = new Set(results.map(({ id }) => id));
    return fresh;
  }
}
