import { useQuery } from "@tanstack/react-query";
import { isInstalled, useLocalSpeech, voicesOf } from "../../../resource/local-speech/local-speech.ts";
import { useLocalModelsQuery } from "../settings/use-local-models.ts";
import { useProviderSupports } from "../settings/use-provider-supports.ts";
import { type PickedPreset, pickPreset } from "./pick-preset.ts";
import { choicesOf, PRESETS, type Preset } from "./preset-choices.ts";

/** What each preset would set on the server with the data. */
export function usePresets(): Readonly<Record<Preset, PickedPreset>> {
  const supports = {
    model: useProviderSupports("model"),
    voice: useProviderSupports("voice"),
    transcriber: useProviderSupports("transcriber"),
  };
  const servers = useQuery(useLocalModelsQuery()).data ?? [];
  const installed = voicesOf(useLocalSpeech().data).filter(isInstalled);
  const offers = {
    models: servers.flatMap(({ url, models }) => models.map((model) => ({ url, model }))),
    voiceIds: installed.map(({ id }) => id),
  };
  const picked = PRESETS.map((preset) => [preset, pickPreset(choicesOf(preset, offers), supports)]);
  return Object.fromEntries(picked) as Record<Preset, PickedPreset>;
}
