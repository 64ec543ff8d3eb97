import { type LocalVoice, OFFLINE_VOICES, VOICE_LABELS, voiceNamesOf } from "@callwright/contract";
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useOfferedVoices } from "../../../resource/catalog/use-catalog.ts";
import { isInstalled, useLocalSpeech, voicesOf } from "../../../resource/local-speech/local-speech.ts";
import { useDefaultProvider } from "../use-default-provider.ts";
import { SuggestedName, type SuggestedNameProps } from "./SuggestedName.tsx";

type VoiceNameProps = Pick<SuggestedNameProps, "name" | "error" | "onChange"> & { provider: string; value: string };

/** A voice of a provider: one of this server's own, or its name at the provider. */
export function VoiceName({ provider, value, onChange, ...field }: VoiceNameProps) {
  const isOffline = useDefaultProvider("voice") === "callwright" && provider === "callwright";
  if (isOffline) return <OfflineVoiceSelect {...field} voiceId={value} onChoose={onChange} />;
  return <OfferedVoiceField {...field} provider={provider} value={value} onChange={onChange} />;
}

/** A text field for a voice of a provider: known ones, then those that the provider lists with the organization's key. */
function OfferedVoiceField({ provider, ...props }: VoiceNameProps) {
  const { t } = useTranslation();
  const listed = useOfferedVoices(provider);
  const names = [...new Set([...voiceNamesOf(provider), ...Object.keys(listed)])];
  // A voice whose name is its id needs no label.
  const labels = Object.entries({ ...listed, ...VOICE_LABELS }).filter(
    ([voiceId, name]) => name.toLowerCase() !== voiceId.toLowerCase(),
  );
  return <SuggestedName {...props} label={t("editor.voiceName")} names={names} notes={Object.fromEntries(labels)} />;
}

type OfflineProps = Pick<NativeSelectProps, "name" | "error"> & {
  voiceId: string;
  onChoose: (voiceId: string) => void;
};

/** A voice without a provider: an installed natural voice or a built-in one. */
function OfflineVoiceSelect({ voiceId, onChoose, ...field }: OfflineProps) {
  const { t } = useTranslation();
  const natural = voicesOf(useLocalSpeech().data).filter(isInstalled);
  const simple = OFFLINE_VOICES.map(({ id, name, gender, accent }): { value: string; label: string } => ({
    value: id,
    label: t("editor.offlineVoice", { name, gender: t(`editor.genders.${gender}`), accent }),
  }));
  const options = [
    ...natural.map(({ id, name, family }) => ({ value: id, label: t("editor.naturalVoice", { name, family }) })),
    ...naturalSpeaker(voiceId, natural),
    ...simple,
  ];
  const isKnown = options.some(({ value }) => value === voiceId);
  return (
    <NativeSelect
      label={t("editor.voiceId")}
      data={isKnown ? options : [{ value: voiceId, label: t("editor.otherVoice", { voice: voiceId }) }, ...options]}
      {...field}
      value={voiceId}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  );
}

/** The chosen voice, if it is a further speaker of an installed one: `libritts-r:12`. */
function naturalSpeaker(voiceId: string, natural: readonly LocalVoice[]): { value: string; label: string }[] {
  const [id, speaker] = voiceId.split(":");
  const voice = natural.find((each) => each.id === id);
  return voice && speaker !== undefined ? [{ value: voiceId, label: `${voice.name} · ${speaker}` }] : [];
}
