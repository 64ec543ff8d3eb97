import { type ChosenPart, type CreateAssistant, modelNameOf } from "@callwright/contract";
import type { PARTS } from "../../../data/capabilities.ts";
import { partOf } from "../settings/part-settings.ts";

/** A part of an assistant, as prices name it. `isLocal`: everything runs on this server. */
export function chosenPart(config: CreateAssistant, part: (typeof PARTS)[number], isLocal: boolean): ChosenPart {
  const { provider, model } = partOf(config, part);
  const settings = { provider, model } as Parameters<typeof modelNameOf>[1];
  return {
    part,
    provider: String(provider),
    model: part === "model" ? String(model) : modelNameOf(part, settings),
    ...((isLocal || provider === "callwright") && { local: true }),
  };
}
