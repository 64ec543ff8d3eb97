import { z } from "zod";
import { ProviderError } from "../../model/provider-error.ts";
import type { ProviderContext } from "../provider.ts";
import { reachCatalog, understood } from "./ask-provider.ts";
import { type Ask, known } from "./voice-catalog.ts";

type Fields = Record<string, unknown>;

/** A provider's description of a dictionary. */
export interface PronunciationDictionary {
  /** The provider's id. */
  resourceId: string;
  resource: Fields;
}

/** How a provider stores dictionaries. */
interface DictionaryService {
  /** The page that documents the requests, and the day it was read. */
  readonly source: string;
  create(ask: Ask, body: Fields): Promise<PronunciationDictionary>;
  update(ask: Ask, id: string, body: Fields): Promise<PronunciationDictionary>;
  remove(ask: Ask, id: string): Promise<void>;
}

const Created = z.object({ id: z.string() });
const Text = z.string().nullish();

const ElevenLabsDictionary = z.object({
  id: z.string(),
  name: z.string(),
  created_by: Text,
  creation_time_unix: z.number().nullish(),
  latest_version_id: z.string(),
  latest_version_rules_num: z.number().nullish(),
  permission_on_resource: Text,
  description: Text,
  rules: z.array(z.record(z.string(), z.unknown())).nullish(),
});

/** Rules have their own request. A dictionary cannot be deleted, only archived. */
const elevenLabs: DictionaryService = {
  source: "https://elevenlabs.io/docs/api-reference/pronunciation-dictionaries, 2026-11-26",
  async create(ask, body) {
    const path = "/v1/pronunciation-dictionaries/add-from-rules";
    const { id } = Created.parse(await ask({ method: "POST", path, body: withKeys(body, snakeCase) as Fields }));
    return elevenLabsDictionary(ask, id, body.rules);
  },
  async update(ask, id, { rules, ...fields }) {
    const path = `/v1/pronunciation-dictionaries/${encodeURIComponent(id)}`;
    if (rules !== undefined)
      await ask({ method: "POST", path: `${path}/set-rules`, body: { rules: withKeys(rules, snakeCase) } });
    if (Object.keys(fields).length > 0) await ask({ method: "PATCH", path, body: withKeys(fields, snakeCase) as Fields });
    return elevenLabsDictionary(ask, id, rules);
  },
  async remove(ask, id) {
    const path = `/v1/pronunciation-dictionaries/${encodeURIComponent(id)}`;
    await ask({ method: "PATCH", path, body: { archived: true }, mayBeGone: true });
  },
};

/** The dictionary with the version that assistants have to name. `sent`: the rules of the request, for answers without rules. */
async function elevenLabsDictionary(ask: Ask, id: string, sent: unknown): Promise<PronunciationDictionary> {
  const answer = await ask({ path: `/v1/pronunciation-dictionaries/${encodeURIComponent(id)}` });
  const { rules, ...found } = ElevenLabsDictionary.parse(answer);
  return {
    resourceId: id,
    resource: known({
      pronunciationDictionaryId: id,
      dictionaryName: found.name,
      createdBy: found.created_by,
      creationTimeUnix: found.creation_time_unix,
      versionId: found.latest_version_id,
      versionRulesNum: found.latest_version_rules_num,
      permissionOnResource: found.permission_on_resource,
      description: found.description,
      rules: withKeys(rules ?? sent, camelCase),
    }),
  };
}

const CartesiaDictionary = z.looseObject({ id: z.string(), name: z.string() });

const cartesia: DictionaryService = {
  source: "https://docs.cartesia.ai/api-reference/pronunciation-dicts/create, 2026-11-26",
  create: async (ask, body) => cartesiaDictionary(await ask({ method: "POST", path: "/pronunciation-dicts/", body })),
  update: async (ask, id, body) =>
    cartesiaDictionary(await ask({ method: "PATCH", path: `/pronunciation-dicts/${encodeURIComponent(id)}`, body })),
  async remove(ask, id) {
    await ask({ method: "DELETE", path: `/pronunciation-dicts/${encodeURIComponent(id)}`, mayBeGone: true });
  },
};

function cartesiaDictionary(answer: unknown): PronunciationDictionary {
  const resource = CartesiaDictionary.parse(answer);
  return { resourceId: resource.id, resource };
}

const SERVICES: Readonly<Record<string, DictionaryService>> = { "11labs": elevenLabs, cartesia };

/** Creates a dictionary in the account. `body` is the provider's, in camel case or as the provider has it. Fails with a `ProviderError`. */
export const createDictionary = (provider: string, body: Fields, context: ProviderContext, signal: AbortSignal) =>
  reached(provider, context, signal, (service, ask) => service.create(ask, body));

/** Changes a dictionary. Fails with a `ProviderError`. */
export const updateDictionary = (provider: string, id: string, body: Fields, context: ProviderContext, signal: AbortSignal) =>
  reached(provider, context, signal, (service, ask) => service.update(ask, id, body));

/** Deletes a dictionary, or archives it where the provider deletes none. Fails with a `ProviderError`. */
export const removeDictionary = (provider: string, id: string, context: ProviderContext, signal: AbortSignal) =>
  reached(provider, context, signal, (service, ask) => service.remove(ask, id));

function reached<Answer>(
  provider: string,
  context: ProviderContext,
  signal: AbortSignal,
  run: (service: DictionaryService, ask: Ask) => Promise<Answer>,
): Promise<Answer> {
  return understood(provider, async () => {
    const service = SERVICES[provider];
    const reachable = reachCatalog(provider, context, signal);
    if (!service || !reachable)
      throw new ProviderError(`This server has no pronunciation dictionaries of ${provider}.`, {
        provider,
        part: "voice",
        retryable: false,
      });
    return run(service, reachable.ask);
  });
}

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A JSON value with renamed fields. */
function withKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withKeys(each, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [rename(key), withKeys(each, rename)]));
}
