import { type LocalRecognizer, OFFLINE_TRANSCRIBERS } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isInstalled } from "../../../resource/local-speech/local-speech.ts";
import { type EditorFields, fieldProps } from "./editor-fields.ts";

interface Props {
  fields: EditorFields;
  /** That the server can have. */
  recognizers: readonly LocalRecognizer[];
}

/** What transcribes without a provider: an installed recognizer, the built-in one or the browser. */
export function OfflineTranscriberSelect({ fields, recognizers }: Props) {
  const { t, i18n } = useTranslation();
  const model = fields.config.transcriber?.model ?? "auto";
  const names = new Intl.DisplayNames(i18n.language, { type: "language" });
  const languageOf = ({ languages: [first = "", ...others] }: LocalRecognizer) =>
    others.length > 0 ? t("editor.recognizerLanguages", { amount: String(others.length + 1) }) : (names.of(first) ?? first);
  const options = [
    ...OFFLINE_TRANSCRIBERS.map((each): { value: string; label: string } => ({
      value: each,
      label: t(`editor.transcriberModels.${each}`),
    })),
    ...recognizers.filter(isInstalled).map((each) => ({
      value: each.id,
      label: t("editor.recognizer", { name: each.name, language: languageOf(each) }),
    })),
  ];
  const missing = recognizers.find(({ id }) => id === model);
  const other = missing ? t("editor.recognizerMissing", { name: missing.name }) : t("editor.otherTranscriber", { model });
  const isKnown = options.some(({ value }) => value === model);
  return (
    <NativeSelect
      label={t("editor.transcriberModel")}
      data={isKnown ? options : [{ value: model, label: other }, ...options]}
      {...fieldProps(fields, "transcriber.model")}
      value={model}
      onChange={({ currentTarget: { value } }) =>
        fields.edit((current) => ({ ...current, transcriber: { ...current.transcriber, provider: "callwright", model: value } }))
      }
    />
  );
}
