import type { CreateAssistant, LocalSpeechModel } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCatalog } from "../../../resource/catalog/use-catalog.ts";
import { isInstalled, isSlow, recognizersOf, useLocalSpeech, voicesOf } from "../../../resource/local-speech/local-speech.ts";
import { useProviderSupports } from "../../../resource/use-provider-supports.ts";
import { useLocalModelsQuery } from "../settings/use-local-models.ts";
import { type PickedPreset, pickPreset } from "./pick-preset.ts";
import { choicesOf, PRESETS, type Preset, spokenLanguage } from "./preset-choices.ts";
import { useResponseTimesQuery } from "./use-response-times.ts";

/** What each preset would set for this assistant on the server with the data. */
export function usePresets(config: CreateAssistant): Readonly<Record<Preset, PickedPreset>> {
  const [nowMs] = useState(Date.now);
  const supports = {
    model: useProviderSupports("model"),
    voice: useProviderSupports("voice"),
    transcriber: useProviderSupports("transcriber"),
  };
  const servers = useQuery(useLocalModelsQuery()).data ?? [];
  const { data: localSpeech } = useLocalSpeech();
  const language = spokenLanguage(config.transcriber?.language);
  const isFit = (model: LocalSpeechModel) => isInstalled(model) && !isSlow(model) && model.languages.includes(language);
  const offers = {
    models: servers.flatMap(({ url, models }) => models.map((model) => ({ url, model }))),
    voices: voicesOf(localSpeech).filter(isFit),
    recognizers: recognizersOf(localSpeech).filter(isFit),
    language,
  };
  const knowledge = { catalog: useCatalog(), nowMs, times: useQuery(useResponseTimesQuery()).data ?? [] };
  const picked = PRESETS.map((preset) => {
    const choices = choicesOf(preset, offers, knowledge);
    return [preset, pickPreset(choices, supports, { config, mayGoBuiltIn: preset === "local" })];
  });
  return Object.fromEntries(picked) as Record<Preset, PickedPreset>;
}
