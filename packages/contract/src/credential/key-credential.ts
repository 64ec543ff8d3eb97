import { z } from "zod";
import { Secret } from "../secret.ts";
import { ApiUrl, CredentialName } from "./credential-name.ts";

/** Providers that need one key and nothing else. */
export const KEY_PROVIDERS = [
  "anthropic",
  "anyscale",
  "assembly-ai",
  "cerebras",
  "deep-seek",
  "deepinfra",
  "gladia",
  "gohighlevel",
  "google",
  "groq",
  "hume",
  "inflection-ai",
  "inworld",
  "lmnt",
  "mistral",
  "neuphonic",
  "openai",
  "openrouter",
  "perplexity-ai",
  "rime-ai",
  "runpod",
  "smallest-ai",
  "speechmatics",
  "tavus",
  "together-ai",
  "trieve",
  "wellsaid",
  "xai",
] as const;

/** Providers with one key whose address may be another, as of one's own installation. */
export const ADDRESSED_KEY_PROVIDERS = ["cartesia", "deepgram", "soniox"] as const;

const key = { name: CredentialName, apiKey: Secret.meta({ title: "API key" }) };
const elevenLabsUrls = ["https://api.elevenlabs.io", "https://api.eu.residency.elevenlabs.io"] as const;

export const keyCredentials = KEY_PROVIDERS.map((provider) => z.strictObject({ provider: z.literal(provider), ...key }));

export const addressedKeyCredentials = ADDRESSED_KEY_PROVIDERS.map((provider) =>
  z.strictObject({ provider: z.literal(provider), ...key, apiUrl: ApiUrl.optional() }),
);

export const elevenLabsCredential = z.strictObject({
  provider: z.literal("11labs"),
  ...key,
  /** Of the data's residence. Null or unset: the usual address. */
  apiUrl: z.enum(elevenLabsUrls).nullable().optional(),
});
