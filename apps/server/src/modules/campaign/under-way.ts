import type { StoredCampaign } from "./campaign-store.ts";
import type { ContactRow } from "./contact-store.ts";

/** Maximum contacts in progress on this node, of one campaign and of one organization. */
const MAX = { ofCampaign: 8, ofOrg: 80 };

type Owner = Pick<StoredCampaign, "id" | "orgId">;

/**
 * Work of campaigns that outlasts a round: questions to their servers, and calls that are slow to place. A campaign with a silent server delays only
 * itself.
 */
export class UnderWay {
  readonly #places = new Set<Owner>();
  readonly #work = new Set<Promise<void>>();
  /** Contacts that servers have approved, by campaign. */
  readonly #eligible = new Map<string, ContactRow[]>();

  /** A contact is under way until the answered function is called. */
  enter({ id, orgId }: Owner): () => void {
    const place = { id, orgId };
    this.#places.add(place);
    return () => void this.#places.delete(place);
  }

  /** `work` continues after its round. It must not fail. */
  keep(work: Promise<void>): void {
    this.#work.add(work);
    void work.then(() => this.#work.delete(work));
  }

  count(campaignId: string): number {
    return [...this.#places].filter(({ id }) => id === campaignId).length;
  }

  hasRoom({ id, orgId }: Owner): boolean {
    const ofOrg = [...this.#places].filter((each) => each.orgId === orgId);
    return ofOrg.length < MAX.ofOrg && ofOrg.filter((each) => each.id === id).length < MAX.ofCampaign;
  }

  addEligible({ id }: Owner, contact: ContactRow): void {
    this.#eligible.set(id, [...(this.#eligible.get(id) ?? []), contact]);
  }

  takeEligible({ id }: Owner): ContactRow | undefined {
    return this.#eligible.get(id)?.shift();
  }

  /** Removes and returns the contacts of campaigns that do not run any more. */
  takeOthers(running: readonly Owner[]): ContactRow[] {
    const ids = new Set(running.map(({ id }) => id));
    const others = [...this.#eligible.keys()].filter((id) => !ids.has(id));
    return others.flatMap((id) => {
      const contacts = this.#eligible.get(id) ?? [];
      this.#eligible.delete(id);
      return contacts;
    });
  }

  async settled(): Promise<void> {
    await Promise.all(this.#work);
  }
}
