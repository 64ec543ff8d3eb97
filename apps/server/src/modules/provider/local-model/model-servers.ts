import { type LocalModelServer, timeLimit } from "@callwright/contract";
import { isNearby } from "@callwright/engine";
import { rememberTools } from "@callwright/engine/conversation";
import { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";

/** Default addresses of these programs. */
const USUAL_SERVERS = [
  { name: "Ollama", url: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", url: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", url: "http://127.0.0.1:8080/v1" },
  { name: "vLLM", url: "http://127.0.0.1:8000/v1" },
] as const;
/** A server of this machine answers at once. */
const TIMEOUT_MS = 1_000;
const MODELS_MAX = 500;

const Shown = z.looseObject({ capabilities: z.array(z.string()) });
const ModelList = z.looseObject({ data: z.array(z.looseObject({ id: z.string().min(1).max(200) })) });

export interface FoundServer {
  name: string;
  url: string;
  models: string[];
}

/** The OpenAI-compatible servers at the usual ports of this machine. Never fails. */
export async function findModelServers(
  servers: readonly { name: string; url: string }[] = USUAL_SERVERS,
): Promise<FoundServer[]> {
  const found = await Promise.all(servers.map(async ({ name, url }) => ({ name, url, models: await modelsAt(url) })));
  return found.filter((server): server is FoundServer => server.models !== undefined);
}

/**
 * The model servers that the operator offers: those of `LOCAL_MODEL_URLS`, and the server for models without a URL if it is on this machine or its
 * network. Remembers which models call no tools, for warnings of assistants that give them some.
 */
export async function offeredServers({ localModelUrls, providerUrls, providerKeys }: Offers): Promise<LocalModelServer[]> {
  const own = providerUrls["custom-llm"]?.replace(/\/+$/, "");
  const offered = localModelUrls.map(async (url) => ({ url, ...(await offerAt(url, url)) }));
  const ofOwn = own !== undefined && isNearby(own) ? [offerAt(own, "", providerKeys["custom-llm"])] : [];
  return Promise.all([...offered, ...ofOwn]);
}

type Offers = Pick<Config, "localModelUrls" | "providerUrls" | "providerKeys">;

/** `asSet`: `model.url` of assistants with this server. */
async function offerAt(url: string, asSet: string, key?: string): Promise<Omit<LocalModelServer, "url">> {
  const models = (await modelsAt(url, key)) ?? [];
  const [first] = models;
  // A server that says nothing about its first model says nothing about the others.
  if (first === undefined || (await callsTools(url, first)) === undefined) return { models, withoutTools: [] };
  const withoutTools: string[] = [];
  for (const model of models) {
    const takesTools = await callsTools(url, model);
    if (takesTools !== undefined) rememberTools(asSet, model, takesTools);
    if (takesTools === false) withoutTools.push(model);
  }
  return { models, withoutTools };
}

/** Undefined: the server does not list models as OpenAI's API does. */
async function modelsAt(url: string, key?: string): Promise<string[] | undefined> {
  const answer = await ask(`${url}/models`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });
  const list = ModelList.safeParse(answer);
  return list.success ? list.data.data.slice(0, MODELS_MAX).map(({ id }) => id) : undefined;
}

/** Ollama lists a model's capabilities: https://docs.ollama.com/api/show, read 2026-11-29. Undefined: the server does not. */
async function callsTools(url: string, model: string): Promise<boolean | undefined> {
  const body = JSON.stringify({ model });
  const shown = Shown.safeParse(await ask(new URL("/api/show", url).href, { method: "POST", body }));
  return shown.success ? shown.data.capabilities.includes("tools") : undefined;
}

/** Undefined: no answer, or none as JSON. */
async function ask(url: string, init: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: timeLimit(TIMEOUT_MS) });
    return response.ok ? await response.json() : void (await response.body?.cancel());
  } catch {
    return undefined;
  }
}
