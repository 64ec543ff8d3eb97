import { OFFLINE_TRANSCRIBERS } from "@callwright/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../app/server-status.ts";
import { useClient } from "../../app/services.tsx";
import { humanValue } from "../../resource/form/field-names.ts";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { hearingOf } from "./hearing-of.ts";
import { SettingCard } from "./SettingCard.tsx";

export function TranscriberCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const status = useQuery(serverStatusQuery(useClient()));
  const chosen = OFFLINE_TRANSCRIBERS.find((each) => each === (config.transcriber?.model ?? "auto"));
  const isOffline = (config.transcriber?.provider ?? "callwright") === "callwright" && chosen !== undefined;
  const options = OFFLINE_TRANSCRIBERS.map((each): { value: string; label: string } => ({
    value: each,
    label: t(`editor.transcriberModels.${each}`),
  }));
  const other = isOffline
    ? []
    : [{ value: "", label: t("editor.otherTranscriber", { provider: humanValue(config.transcriber?.provider ?? "") }) }];
  const hearing = isOffline && status.data ? hearingOf(chosen, status.data.hearing) : undefined;
  return (
    <SettingCard title={t("editor.transcriber")} note={hearing && t(`editor.hearing.${hearing}`)}>
      <NativeSelect
        label={t("editor.transcriberModel")}
        data={[...other, ...options]}
        {...fieldProps(fields, "transcriber")}
        value={isOffline ? chosen : ""}
        onChange={(event) => {
          const model = event.currentTarget.value;
          if (model) edit((current) => ({ ...current, transcriber: { provider: "callwright", model } }));
        }}
      />
      {hearing === "browser" && (
        <TextInput
          label={t("editor.language")}
          description={t("editor.languageHint")}
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
