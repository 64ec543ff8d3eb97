import type { CreateAssistant } from "@callwright/contract";
import { withModelProvider } from "../model-config.ts";
import { type PickedPreset, withPicks } from "../presets/pick-preset.ts";
import { PRESETS, type Preset } from "../presets/preset-choices.ts";

/** The model of one side of a comparison: the draft's, a preset's, or another one. */
export type CompareChoice =
  | { kind: "draft" }
  | { kind: "preset"; preset: Preset }
  | { kind: "other"; provider: string; model: string };

/** The assistant of one side. All of them have the draft's prompt. */
export function comparedConfig(
  draft: CreateAssistant,
  choice: CompareChoice,
  presets: Readonly<Record<Preset, PickedPreset>>,
): CreateAssistant {
  if (choice.kind === "draft") return draft;
  if (choice.kind === "preset") {
    const { model } = presets[choice.preset].picks;
    return model ? withPicks(draft, { model }) : draft;
  }
  const { provider, model } = choice;
  return { ...draft, model: { ...withModelProvider(draft.model, provider, model), model } };
}

/** What the other side begins with: the first preset with another model than the draft's. */
export function firstOther(draft: CreateAssistant, presets: Readonly<Record<Preset, PickedPreset>>): CompareChoice {
  const preset = PRESETS.find((each) => {
    const { model } = presets[each].picks;
    return model && model.provider !== "callwright" && model.model !== draft.model?.model;
  });
  return preset ? { kind: "preset", preset } : { kind: "preset", preset: "local" };
}
