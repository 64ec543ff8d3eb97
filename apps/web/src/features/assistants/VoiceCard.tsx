import { OFFLINE_VOICES } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../resource/form/field-names.ts";
import { type EditorFields, fieldProps } from "./editor-fields.ts";
import { SettingCard } from "./SettingCard.tsx";

export function VoiceCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const { voice } = config;
  const isOffline = !voice || (voice.provider === "callwright" && OFFLINE_VOICES.some(({ id }) => id === voice.voiceId));
  const options = OFFLINE_VOICES.map(({ id, name, gender, accent }): { value: string; label: string } => ({
    value: id,
    label: t("editor.offlineVoice", { name, gender: t(`editor.genders.${gender}`), accent }),
  }));
  const other =
    voice && !isOffline
      ? [{ value: "", label: t("editor.otherVoice", { voice: `${humanValue(voice.provider)} · ${voice.voiceId}` }) }]
      : [];
  return (
    <SettingCard title={t("editor.voice")} note={isOffline ? t("editor.offlineVoiceHint") : undefined}>
      <NativeSelect
        label={t("editor.voiceId")}
        data={[...other, ...options]}
        {...fieldProps(fields, "voice")}
        value={isOffline ? (voice?.voiceId ?? OFFLINE_VOICES[0].id) : ""}
        onChange={(event) => {
          const voiceId = event.currentTarget.value;
          if (voiceId) edit((current) => ({ ...current, voice: { provider: "callwright", voiceId } }));
        }}
      />
    </SettingCard>
  );
}
