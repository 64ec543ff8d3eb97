import { type LocalVoice, OFFLINE_VOICES } from "@callwright/contract";
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isInstalled, useLocalSpeech, voicesOf } from "../../../resource/local-speech/local-speech.ts";

type Props = Pick<NativeSelectProps, "name" | "error"> & {
  voiceId: string;
  onChoose: (voiceId: string) => void;
};

/** What speaks without a provider: an installed natural voice or a built-in one. */
export function OfflineVoiceSelect({ voiceId, onChoose, ...field }: Props) {
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
