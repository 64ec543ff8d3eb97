import { OFFLINE_TRANSCRIBERS } from "@callwright/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useHostStatus } from "../../../data/use-capabilities.ts";
import { useDefaultProvider } from "../use-default-provider.ts";
import { hasField } from "./config-path.ts";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { fallbacksOf, transcriberOf } from "./first-choice.ts";
import { hearingOf } from "./hearing-of.ts";
import { SettingCard } from "./SettingCard.tsx";

export function TranscriberCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const status = useHostStatus();
  const byDefault = useDefaultProvider("transcriber");
  const provider = config.transcriber?.provider ?? byDefault;
  const isOffline = provider === "callwright" && byDefault === "callwright";
  const model = config.transcriber?.model ?? "auto";
  const chosen = OFFLINE_TRANSCRIBERS.find((each) => each === model);
  const hearing = isOffline && chosen && status ? hearingOf(chosen, status.hearing) : undefined;
  const options = OFFLINE_TRANSCRIBERS.map((each): { value: string; label: string } => ({
    value: each,
    label: t(`editor.transcriberModels.${each}`),
  }));
  return (
    <SettingCard
      part="transcriber"
      fields={fields}
      provider={provider}
      onChoose={(next) =>
        edit((current) => ({ ...current, transcriber: { ...fallbacksOf(current.transcriber), ...transcriberOf(next) } }))
      }
      note={hearing ? t(`editor.hearing.${hearing}`) : undefined}
    >
      {isOffline && (
        <NativeSelect
          label={t("editor.transcriberModel")}
          data={chosen ? options : [{ value: model, label: t("editor.otherTranscriber", { model }) }, ...options]}
          {...fieldProps(fields, "transcriber.model")}
          value={model}
          onChange={({ currentTarget: { value } }) =>
            edit((current) => ({ ...current, transcriber: { ...current.transcriber, provider: "callwright", model: value } }))
          }
        />
      )}
      {!isOffline && hasField(config, "transcriber.model") && (
        <TextInput label={t("editor.modelName")} {...textFieldProps(fields, "transcriber.model")} />
      )}
      {(hearing === "browser" || (!isOffline && hasField(config, "transcriber.language"))) && (
        <TextInput
          label={t("editor.language")}
          description={hearing === "browser" ? t("editor.languageHint") : undefined}
          {...textFieldProps(fields, "transcriber.language")}
          onChange={(event) => {
            const language = event.currentTarget.value;
            edit((current) => {
              const { language: _, ...transcriber } = current.transcriber ?? { provider: "callwright" as const, model: "auto" };
              return { ...current, transcriber: language ? { ...transcriber, language } : transcriber };
            });
          }}
        />
      )}
    </SettingCard>
  );
}
