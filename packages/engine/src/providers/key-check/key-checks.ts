import { VOICE_SERVICES } from "../hosted-voice/services.ts";
import type { VoiceService } from "../hosted-voice/voice-service.ts";
import { COMPATIBLE_PROVIDERS, type CompatibleProviderId } from "../openai-compatible/table.ts";
import type { ProviderContext } from "../provider.ts";
import { orgKeyField } from "../provider-key.ts";

/** A free request that needs the key. */
export interface KeyCheck {
  /** The documentation page of the request. */
  source: string;
  /** The provider's own address. The operator's and the credential's replace it, unless `isApart`. Undefined: there is no address to ask. */
  baseUrl: string | ((context: ProviderContext) => string | undefined);
  path: string;
  /** The address of the operator or the credential serves another API, or the key must not go there. */
  isApart?: true;
  headers: (key: string, context: ProviderContext) => Record<string, string>;
  /** Field of the credential with the key. Default: `apiKey`. */
  keyField?: string;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const named = (header: string) => (key: string) => ({ [header]: key });

/** A provider of OpenAI's API, at the address of its models. */
const compatible = (provider: CompatibleProviderId, path: string, source: string): KeyCheck => ({
  source,
  baseUrl: COMPATIBLE_PROVIDERS[provider].baseUrl,
  path,
  headers: bearer,
});

/** The key check of a voice's service. */
function ofVoice(service: VoiceService): [string, KeyCheck][] {
  const { provider, baseUrl, headers, keyCheck } = service;
  if (!keyCheck || !headers) return [];
  return [
    [
      provider,
      { ...keyCheck, headers, baseUrl: typeof baseUrl === "string" ? baseUrl : (context) => baseUrl({ provider }, context) },
    ],
  ];
}

/**
 * By credential provider. Providers without a row have no request that tests a key: DeepInfra's list of models is public; Perplexity, Inflection, MiniMax and Rime
 * have none; of Baseten and SambaNova none is documented.
 */
export const KEY_CHECKS: Readonly<Record<string, KeyCheck>> = {
  ...Object.fromEntries(VOICE_SERVICES.flatMap(ofVoice)),
  anthropic: {
    source: "https://docs.claude.com/en/api/models-list",
    baseUrl: "https://api.anthropic.com/v1",
    path: "/models?limit=1",
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  "assembly-ai": {
    source: "https://www.assemblyai.com/docs/api-reference/transcripts/list",
    baseUrl: "https://api.assemblyai.com",
    path: "/v2/transcript?limit=1",
    isApart: true,
    headers: named("authorization"),
  },
  "azure-openai": {
    source: "https://learn.microsoft.com/azure/ai-foundry/openai/latest",
    baseUrl: (context) =>
      orgKeyField(context, "azure-openai", "openAIEndpoint")
        ?.replace(/\/+$/, "")
        .replace(/\/openai(?:\/.*)?$/, ""),
    path: "/openai/v1/models",
    headers: named("api-key"),
    keyField: "openAIKey",
  },
  cerebras: compatible("cerebras", "/models", "https://inference-docs.cerebras.ai/api-reference/models"),
  cloudflare: {
    source: "https://developers.cloudflare.com/api/resources/ai/subresources/models/methods/list",
    baseUrl: (context) => {
      const account = orgKeyField(context, "cloudflare", "accountId");
      return account && `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(account)}/ai`;
    },
    path: "/models/search?per_page=1",
    isApart: true,
    headers: bearer,
  },
  "custom-llm": {
    source: "https://platform.openai.com/docs/api-reference/models/list",
    baseUrl: (context) => orgKeyField(context, "custom-llm", "apiUrl"),
    path: "/models",
    isApart: true,
    headers: bearer,
  },
  "deep-seek": {
    source: "https://api-docs.deepseek.com/api/list-models",
    baseUrl: "https://api.deepseek.com",
    path: "/models",
    headers: bearer,
  },
  fireworks: compatible("fireworks", "/models", "https://docs.fireworks.ai/tools-sdks/openai-compatibility"),
  gladia: {
    source: "https://docs.gladia.io/api-reference/v2/pre-recorded/list",
    baseUrl: "https://api.gladia.io",
    path: "/v2/pre-recorded?limit=1",
    headers: named("x-gladia-key"),
  },
  google: {
    source: "https://ai.google.dev/api/models",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    path: "/models?pageSize=1",
    headers: named("x-goog-api-key"),
  },
  groq: compatible("groq", "/models", "https://console.groq.com/docs/api-reference#models-list"),
  langfuse: {
    source: "https://api.reference.langfuse.com/#tag/projects/get/api/public/projects",
    baseUrl: (context) => orgKeyField(context, "langfuse", "apiUrl"),
    path: "/api/public/projects",
    isApart: true,
    headers: (key, context) => {
      const pair = `${orgKeyField(context, "langfuse", "publicKey") ?? ""}:${key}`;
      return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
    },
  },
  mistral: compatible("mistral", "/models", "https://docs.mistral.ai/api"),
  openai: {
    source: "https://platform.openai.com/docs/api-reference/models/list",
    baseUrl: "https://api.openai.com/v1",
    path: "/models",
    headers: bearer,
  },
  openrouter: compatible("openrouter", "/key", "https://openrouter.ai/docs/api-reference/api-keys/get-current-key"),
  soniox: {
    source: "https://soniox.com/docs/stt/api-reference/models/get_models",
    baseUrl: "https://api.soniox.com",
    path: "/v1/models",
    isApart: true,
    headers: bearer,
  },
  speechmatics: {
    source: "https://docs.speechmatics.com/api-ref/batch/retrieve-all-jobs",
    baseUrl: "https://asr.api.speechmatics.com",
    path: "/v2/jobs?limit=1",
    isApart: true,
    headers: bearer,
  },
  "together-ai": compatible("together-ai", "/models", "https://docs.together.ai/reference/models-1"),
  xai: compatible("xai", "/api-key", "https://docs.x.ai/developers/rest-api-reference/inference/other"),
};
