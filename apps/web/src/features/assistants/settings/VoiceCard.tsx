import { type LocalVoice, OFFLINE_VOICES } from "@callwright/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isInstalled, useLocalSpeech, voicesOf } from "../../../resource/local-speech/local-speech.ts";
import { HeardField } from "../../../resource/voice-preview/HeardField.tsx";
import { useDefaultProvider } from "../use-default-provider.ts";
import { DictionariesField, DictionaryField } from "./DictionaryField.tsx";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { fallbacksOf, voiceNames, voiceOf } from "./first-choice.ts";
import { SettingCard } from "./SettingCard.tsx";
import { SuggestedName } from "./SuggestedName.tsx";

/** What speaks where the assistant sets no voice. */
const DEFAULT_VOICE = { provider: "callwright", voiceId: OFFLINE_VOICES[0].id } as const;

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
      onChoose={(chosen) => edit((current) => ({ ...current, voice: { ...fallbacksOf(current.voice), ...voiceOf(chosen) } }))}
      note={isOffline ? t("editor.offlineVoiceHint") : undefined}
    >
      {isOffline && (
        <HeardField voice={voice ?? DEFAULT_VOICE} text={config.firstMessage}>
          <OfflineVoiceSelect {...fields} />
        </HeardField>
      )}
      {voice?.provider === "custom-voice" && (
        <TextInput
          label={t("choosing.voiceUrl")}
          description={t("choosing.voiceUrlHint")}
          type="url"
          {...textFieldProps(fields, "voice.server.url")}
        />
      )}
      {voice && !isOffline && voice.provider !== "custom-voice" && (
        <HeardField voice={voice} text={config.firstMessage}>
          <SuggestedName
            label={t("editor.voiceName")}
            names={voiceNames(voice.provider)}
            {...textFieldProps(fields, "voice.voiceId")}
            onChange={(voiceId) =>
              edit((current) => (current.voice ? { ...current, voice: { ...current.voice, voiceId } } : current))
            }
          />
        </HeardField>
      )}
      {provider === "11labs" && <DictionariesField {...fields} />}
      {provider === "cartesia" && <DictionaryField {...fields} />}
    </SettingCard>
  );
}

function OfflineVoiceSelect(fields: EditorFields) {
  const { t } = useTranslation();
  const natural = voicesOf(useLocalSpeech().data).filter(isInstalled);
  const voiceId = fields.config.voice?.voiceId ?? DEFAULT_VOICE.voiceId;
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
      {...fieldProps(fields, "voice.voiceId")}
      value={voiceId}
      onChange={({ currentTarget: { value } }) =>
        fields.edit((current) => ({ ...current, voice: { ...current.voice, provider: "callwright", voiceId: value } }))
      }
    />
  );
}

/** The chosen voice, if it is a further speaker of an installed one: `libritts-r:12`. */
function naturalSpeaker(voiceId: string, natural: readonly LocalVoice[]): { value: string; label: string }[] {
  const [id, speaker] = voiceId.split(":");
  const voice = natural.find((each) => each.id === id);
  return voice && speaker !== undefined ? [{ value: voiceId, label: `${voice.name} · ${speaker}` }] : [];
}
