import { z } from "zod";
import { Secret } from "../wire/secret.ts";
import { ApiUrl, credential } from "./credential-name.ts";

/** Providers that only need a key. */
export const KEY_PROVIDERS = [
  "anthropic",
  "anyscale",
  "assembly-ai",
  /** Callwright only. */
  "baseten",
  "cerebras",
  "deep-seek",
  "deepinfra",
  /** Callwright only. */
  "fireworks",
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
  /** Callwright only. */
  "sambanova",
  "smallest-ai",
  "speechmatics",
  /** Callwright only. */
  "talkscriber",
  "tavus",
  "together-ai",
  "trieve",
  "wellsaid",
  "xai",
] as const;

/** Providers with a key and a custom URL, for example of a self-hosted installation. */
export const ADDRESSED_KEY_PROVIDERS = ["cartesia", "deepgram", "soniox"] as const;

const apiKey = Secret.meta({ title: "API key" });
const elevenLabsUrls = ["https://api.elevenlabs.io", "https://api.eu.residency.elevenlabs.io"] as const;

export const keyCredentials = KEY_PROVIDERS.map((provider) => credential(provider, { apiKey }));

export const addressedKeyCredentials = ADDRESSED_KEY_PROVIDERS.map((provider) =>
  credential(provider, { apiKey, apiUrl: ApiUrl.optional() }),
);

export const elevenLabsCredential = credential("11labs", {
  apiKey,
  /** Region of the data. Null or unset: the default URL. */
  apiUrl: z.enum(elevenLabsUrls).nullable().optional(),
});
