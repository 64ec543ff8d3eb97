import { type CreateAssistant, OFFLINE_VOICES } from "@callwright/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useDefaultProvider } from "../use-default-provider.ts";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { SettingCard } from "./SettingCard.tsx";

export function VoiceCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const { voice } = config;
  const byDefault = useDefaultProvider("voice");
  const provider = voice?.provider ?? byDefault;
  const isOffline = provider === "callwright" && byDefault === "callwright";
  return (
    <SettingCard
      part="voice"
      fields={fields}
      provider={provider}
      onChoose={(chosen) => edit((current) => ({ ...current, voice: voiceOf(chosen) }))}
      note={isOffline ? t("editor.offlineVoiceHint") : undefined}
    >
      {isOffline && <OfflineVoiceSelect {...fields} />}
      {voice && !isOffline && <TextInput label={t("editor.voiceName")} {...textFieldProps(fields, "voice.voiceId")} />}
    </SettingCard>
  );
}

function OfflineVoiceSelect(fields: EditorFields) {
  const { t } = useTranslation();
  const voiceId = fields.config.voice?.voiceId ?? OFFLINE_VOICES[0].id;
  const options = OFFLINE_VOICES.map(({ id, name, gender, accent }): { value: string; label: string } => ({
    value: id,
    label: t("editor.offlineVoice", { name, gender: t(`editor.genders.${gender}`), accent }),
  }));
  const isKnown = options.some(({ value }) => value === voiceId);
  return (
    <NativeSelect
      label={t("editor.voiceId")}
      data={isKnown ? options : [{ value: voiceId, label: t("editor.otherVoice", { voice: voiceId }) }, ...options]}
      {...fieldProps(fields, "voice.voiceId")}
      value={voiceId}
      onChange={({ currentTarget: { value } }) =>
        fields.edit((current) => ({ ...current, voice: { ...current.voice, provider: "callwright", voiceId: value } }))
      }
    />
  );
}

/** Voices of other providers start without an id: the user enters it. */
function voiceOf(provider: string): NonNullable<CreateAssistant["voice"]> {
  const voice = provider === "callwright" ? { provider, voiceId: OFFLINE_VOICES[0].id } : { provider };
  return voice as NonNullable<CreateAssistant["voice"]>;
}
