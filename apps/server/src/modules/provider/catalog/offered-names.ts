import type { OfferedNames, UsedPart } from "@callwright/contract";
import { type ListedNames, listProviderNames } from "@callwright/engine/conversation";
import { knownNames } from "../../../platform/capabilities/known-names.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { findNewestCredential } from "../../credential/provider-keys.ts";
import { KeptAnswers, ownerOf } from "../../voice/kept-answers.ts";

/** How long a provider's list is given again without asking it: a failure is asked again sooner. */
const KEPT_MS = 10 * 60_000;
const KEPT_FAILURE_MS = 60_000;
const KEPT_LISTS = 200;

type Context = Pick<ServerContext, "config" | "db" | "now" | "secrets">;

/** Names to choose from, with what providers list. */
export class NameOffers {
  readonly #context: Context;
  /** By provider, part and key. */
  readonly #kept: KeptAnswers<ListedNames>;

  constructor(context: Context) {
    this.#context = context;
    const keptMs = ({ state }: ListedNames) =>
      ({ read: KEPT_MS, failed: KEPT_FAILURE_MS, "needs-credential": 0, unlisted: 0 })[state];
    this.#kept = new KeptAnswers({ now: context.now, keptMs, max: KEPT_LISTS });
  }

  /**
   * The current names of the catalog, then those that only the provider lists. The provider is asked with the organization's newest key, or else with
   * the server's. Fails only with the signal's reason; other failures are in `message`.
   */
  async get({ orgId }: OrgCaller, part: UsedPart, provider: string, signal: AbortSignal): Promise<OfferedNames> {
    const { config, now } = this.#context;
    const known = knownNames().names(part, provider, now().getTime());
    const own = await findNewestCredential(this.#context, orgId, provider, {});
    const { providerKeys: keys, providerUrls: urls, allowPrivateAddresses } = config;
    const keyContext = { keys, urls, allowPrivateAddresses, ...(own && { orgKeys: { [provider]: own } }) };
    // The server's key sees the same for everybody.
    const owner = ownerOf([part, provider, own === undefined ? keys[provider] : [orgId, own]]);
    const { answer } = await this.#kept.get(owner, (limit) => listProviderNames(part, provider, keyContext, limit), signal);
    const { state, names, message } = answer;
    return { names: [...new Set([...known, ...names])], list: state, ...(message !== undefined && { message }) };
  }
}
