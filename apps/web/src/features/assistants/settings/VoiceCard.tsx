import { firstVoiceOf, OFFLINE_VOICES, soundAddress } from "@callwright/contract";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { HeardField } from "../../../resource/voice-preview/HeardField.tsx";
import { useDefaultProvider } from "../use-default-provider.ts";
import { DictionariesField, DictionaryField } from "./DictionaryField.tsx";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { OfferedVoiceField } from "./OfferedVoiceField.tsx";
import { OfflineVoiceSelect } from "./OfflineVoiceSelect.tsx";
import { fallbacksOf } from "./replaced-voice.ts";
import { SettingCard } from "./SettingCard.tsx";

/** What speaks where the assistant sets no voice. */
const DEFAULT_VOICE = { provider: "callwright", voiceId: OFFLINE_VOICES[0].id } as const;

export function VoiceCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const { voice, firstMessage = "" } = config;
  // A sound file is not spoken.
  const spoken = soundAddress(firstMessage) === undefined ? firstMessage : undefined;
  const byDefault = useDefaultProvider("voice");
  const provider = voice?.provider ?? byDefault;
  const isOffline = provider === "callwright" && byDefault === "callwright";
  return (
    <SettingCard
      part="voice"
      fields={fields}
      provider={provider}
      onChoose={(chosen) =>
        edit((current) => ({ ...current, voice: { ...fallbacksOf(current.voice), ...firstVoiceOf(chosen) } }))
      }
      note={isOffline ? t("editor.offlineVoiceHint") : undefined}
    >
      {isOffline && (
        <HeardField voice={voice ?? DEFAULT_VOICE} text={spoken}>
          <OfflineVoiceSelect
            {...fieldProps(fields, "voice.voiceId")}
            voiceId={voice?.voiceId ?? DEFAULT_VOICE.voiceId}
            onChoose={(voiceId) =>
              edit((current) => ({ ...current, voice: { ...current.voice, provider: "callwright", voiceId } }))
            }
          />
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
      {voice?.provider === "custom-voice" && voice.protocol === "openai" && (
        <TextInput label={t("editor.voiceName")} {...textFieldProps(fields, "voice.voiceId")} />
      )}
      {voice && !isOffline && voice.provider !== "custom-voice" && (
        <HeardField voice={voice} text={spoken}>
          <OfferedVoiceField
            provider={voice.provider}
            label={t("editor.voiceName")}
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
