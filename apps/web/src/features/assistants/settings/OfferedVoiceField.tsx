import { VOICE_LABELS, voiceNamesOf } from "@callwright/contract";
import { useOfferedVoices } from "../../../resource/catalog/use-catalog.ts";
import { SuggestedName, type SuggestedNameProps } from "./SuggestedName.tsx";

/** A text field for a voice of a provider: known ones, then those that the provider lists with the organization's key. */
export function OfferedVoiceField({ provider, ...props }: Omit<SuggestedNameProps, "names" | "notes"> & { provider: string }) {
  const listed = useOfferedVoices(provider);
  const names = [...new Set([...voiceNamesOf(provider), ...Object.keys(listed)])];
  // A name that is its own id says nothing more.
  const labels = Object.entries({ ...listed, ...VOICE_LABELS }).filter(
    ([voiceId, name]) => name.toLowerCase() !== voiceId.toLowerCase(),
  );
  return <SuggestedName {...props} names={names} notes={Object.fromEntries(labels)} />;
}
