import {
  type Catalog,
  firstModelOf,
  firstTranscriberOf,
  firstVoiceOf,
  modelNameOf,
  PROVIDERS_OF_PARTS,
} from "@callwright/contract";
import { type CheckClock, checkProvider, hideSecrets, type ProviderCheck } from "@callwright/engine";
import { PART_NAMES, type PartName, providerPart } from "@callwright/engine/conversation";
import type { Config } from "../../../platform/config/config.ts";

/** A part of a provider, and how it did. */
export interface LiveRow {
  part: PartName;
  provider: string;
  /** The model, and of a voice the voice: those that a new assistant begins with. Without a key: absent. */
  name?: string;
  result: ProviderCheck | { noKey: true } | { failure: string };
}

type LiveConfig = Pick<Config, "providerKeys" | "providerUrls" | "allowPrivateAddresses">;

/**
 * Uses every model, voice and transcriber whose provider has a key in the environment, one after the other, so that their times do not disturb each
 * other. `models`: names by provider that replace the catalog's first one.
 */
export async function* checkProviders(
  catalog: Catalog,
  config: LiveConfig,
  models: Readonly<Record<string, string>>,
  clock: CheckClock & { now(): number },
): AsyncGenerator<LiveRow> {
  const { providerKeys: keys, providerUrls: urls, allowPrivateAddresses } = config;
  for (const part of PART_NAMES)
    for (const provider of PROVIDERS_OF_PARTS[part]) {
      const key = providerPart(part, provider)?.key;
      // Addresses of an organization's own voice or transcriber are settings of an assistant.
      if (key === undefined || provider === "custom-voice" || provider === "custom-transcriber") continue;
      const isReady = keys[provider] !== undefined || (key === "optional" && urls[provider] !== undefined);
      if (!isReady) {
        yield { part, provider, result: { noKey: true } };
        continue;
      }
      const { settings, name } = beginWith(part, provider, models[provider] ?? firstModelOf(provider, catalog, clock.now()));
      const context = { keys, urls, allowPrivateAddresses };
      const failed = (error: unknown) => ({ failure: hideSecrets(messageOf(error), Object.values(keys), "[key]") });
      const result =
        name === "" ? failed(new Error(NO_MODEL)) : await checkProvider(part, settings, context, clock).catch(failed);
      yield { part, provider, name, result };
    }
}

const NO_MODEL = "The catalog has no model of it. Name one in <PROVIDER>_MODEL.";
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function beginWith(part: PartName, provider: string, model: string) {
  if (part === "model") return { settings: { provider, model }, name: model };
  if (part === "transcriber") {
    const settings = firstTranscriberOf(provider);
    return { settings, name: modelNameOf(part, settings) };
  }
  const voice = firstVoiceOf(provider);
  return { settings: { ...voice, cachingEnabled: false }, name: `${voice.voiceId} ${modelNameOf(part, voice)}` };
}

/** Whether a part with a key fails. */
export const hasFailed = ({ result }: LiveRow): boolean =>
  "failure" in result || ("callsTool" in result && result.callsTool === false);

const WIDTHS = { part: 13, provider: 19, name: 42, first: 10, tool: 6 };
export const LIVE_HEADINGS = lineOf("part", "provider", "name", "first ms", "tool", "cancel ms");

/** A line of the table. */
export function describeLive({ part, provider, name = "", result }: LiveRow): string {
  const begin = [part, provider, name] as const;
  if ("noKey" in result) return lineOf(...begin, "no key");
  if ("failure" in result) return lineOf(...begin, `failed: ${result.failure}`);
  const { firstMs, callsTool, cancelMs } = result;
  const tool = { true: "ok", false: "none", undefined: "-" }[`${callsTool}`];
  return lineOf(...begin, String(Math.round(firstMs)), tool, String(Math.round(cancelMs)));
}

function lineOf(part: string, provider: string, name: string, first: string, tool = "", cancel = ""): string {
  const cells = [
    part.padEnd(WIDTHS.part),
    provider.padEnd(WIDTHS.provider),
    name.padEnd(WIDTHS.name),
    first.padEnd(WIDTHS.first),
  ];
  return [...cells, tool.padEnd(WIDTHS.tool), cancel].join("").trimEnd();
}
