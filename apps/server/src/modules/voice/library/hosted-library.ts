import { type LibraryVoice, VOICE_PROVIDERS, type VoiceProvider } from "@callwright/contract";
import { type CatalogVoice, catalogAbilities, listCatalogVoices } from "@callwright/engine";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { refuseElsewhere } from "../elsewhere.ts";
import { KeptAnswers, ownerOf } from "../kept-answers.ts";
import { answered, keylessContext, voiceContext } from "../voice-context.ts";

/** A hash of everything that decides an answer, including keys, which it does not reveal. */
const KEPT_MS = 10 * 60_000;
const KEPT_LISTS = 50;

export type LibraryContext = Pick<ServerContext, "config" | "db" | "now" | "secrets">;

/** The voices of hosted providers, as each organization's key sees them. */
export class HostedLibrary {
  readonly #context: LibraryContext;
  /** By organization, provider and key. */
  readonly #kept: KeptAnswers<CatalogVoice[]>;

  constructor(context: LibraryContext) {
    this.#context = context;
    this.#kept = new KeptAnswers({ now: context.now, keptMs: () => KEPT_MS, max: KEPT_LISTS });
  }

  /**
   * A provider's voices. `fresh`: asks the provider in any case. Fails with `credential-missing`, `provider-refused` or `provider-failed`, and as
   * `refuseElsewhere` (`what`) where the provider has no list that this server knows.
   */
  async list(caller: OrgCaller, provider: string, what: string, signal: AbortSignal, fresh = false): Promise<LibraryVoice[]> {
    const name = VOICE_PROVIDERS.find((each) => each === provider);
    const { lists, needsKey } = catalogAbilities(provider);
    if (!name || !lists) refuseElsewhere(what, provider);
    const keys = needsKey ? await voiceContext(this.#context, caller, { provider: name }) : keylessContext(this.#context);
    const owner = ownerOf([caller.orgId, provider, keys.orgKeys?.[provider], needsKey && keys.keys[provider]]);
    const ask = (limit: AbortSignal) => answered(() => listCatalogVoices(provider, keys, limit));
    const { answer: voices, at } = await this.#kept.get(owner, ask, signal, fresh);
    return voices.map((voice, index) => toLibraryVoice(voice, { orgId: caller.orgId, provider: name, at, index }));
  }
}

interface Place {
  orgId: string;
  provider: VoiceProvider;
  /** When the provider returned it. */
  at: Date;
  index: number;
}

export function toLibraryVoice(voice: CatalogVoice, { orgId, provider, at, index }: Place): LibraryVoice {
  const { voiceId, createdAt = at.toISOString(), isPublic, ...described } = voice;
  return {
    id: idOf([orgId, provider, voiceId, voice.model, voice.languageCode]),
    orgId,
    createdAt,
    updatedAt: createdAt,
    provider,
    providerId: voiceId,
    slug: voiceId,
    ...described,
    sortOrder: index,
    isPublic,
    isDeleted: false,
  };
}

/** The same each time the voice is listed. */
function idOf(parts: readonly unknown[]): string {
  const text = ownerOf(parts);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-8${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20, 32)}`;
}
