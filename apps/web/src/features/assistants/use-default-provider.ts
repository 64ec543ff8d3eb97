import { type CreateAssistant, type Model, OFFLINE_VOICES } from "@callwright/contract";
import type { PartName } from "../../data/capabilities.ts";
import { useCapabilities } from "../../data/use-capabilities.ts";
import { useFirstModel } from "../../resource/catalog/use-catalog.ts";

/** The provider of a part that the assistant does not set. */
export const BUILT_IN = {
  model: { provider: "callwright", model: "builtin" },
  voice: { provider: "callwright", voiceId: OFFLINE_VOICES[0].id },
  transcriber: { provider: "callwright", model: "auto" },
} as const satisfies Pick<CreateAssistant, PartName>;

/** The provider of a part that the assistant does not set: `callwright` on a Callwright server; undefined on another host, which decides itself. */
export function useDefaultProvider(part: PartName): "callwright" | undefined {
  return "callwright" in useCapabilities().providers[part] ? "callwright" : undefined;
}

/** The model of an assistant without one: the built-in model, or a common one on another host. */
export function useDefaultModel(): Model {
  const hasBuiltIn = useDefaultProvider("model") !== undefined;
  const firstModelOf = useFirstModel();
  const provider = hasBuiltIn ? "callwright" : "openai";
  return { provider, model: firstModelOf(provider) };
}
