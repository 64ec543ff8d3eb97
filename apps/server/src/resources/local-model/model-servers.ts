import { type LocalModelServer, timeLimit } from "@callwright/contract";
import { z } from "zod";

/** Where these programs listen unless told otherwise. */
const USUAL_SERVERS = [
  { name: "Ollama", url: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", url: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", url: "http://127.0.0.1:8080/v1" },
  { name: "vLLM", url: "http://127.0.0.1:8000/v1" },
] as const;
/** A server of this machine answers at once. */
const TIMEOUT_MS = 1_000;
const MODELS_MAX = 500;

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

/** The servers that the operator offers, with their models as they are now. */
export async function offeredServers(urls: readonly string[]): Promise<LocalModelServer[]> {
  return Promise.all(urls.map(async (url) => ({ url, models: (await modelsAt(url)) ?? [] })));
}

/** Undefined: nothing there lists models as OpenAI's API does. */
async function modelsAt(url: string): Promise<string[] | undefined> {
  try {
    const response = await fetch(`${url}/models`, { redirect: "error", signal: timeLimit(TIMEOUT_MS) });
    const list = ModelList.safeParse(response.ok ? await response.json() : undefined);
    return list.success ? list.data.data.slice(0, MODELS_MAX).map(({ id }) => id) : undefined;
  } catch {
    return undefined;
  }
}
