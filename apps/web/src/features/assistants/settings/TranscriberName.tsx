import { type LocalRecognizer, OFFLINE_TRANSCRIBERS } from "@callwright/contract";
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isInstalled, recognizersOf, useLocalSpeech } from "../../../resource/local-speech/local-speech.ts";
import { useDefaultProvider } from "../use-default-provider.ts";
import { OfferedNameField } from "./OfferedNameField.tsx";
import type { SuggestedNameProps } from "./SuggestedName.tsx";

type TranscriberNameProps = Pick<SuggestedNameProps, "name" | "error" | "onChange"> & { provider: string; value: string };

/** A transcriber of a provider: one that runs without a key, or its name at the provider. */
export function TranscriberName({ provider, value, onChange, ...field }: TranscriberNameProps) {
  const { t } = useTranslation();
  const isOffline = useDefaultProvider("transcriber") === "callwright" && provider === "callwright";
  const recognizers = recognizersOf(useLocalSpeech(isOffline).data);
  if (isOffline)
    return <OfflineTranscriberSelect {...field} model={value || "auto"} recognizers={recognizers} onChoose={onChange} />;
  const label = t("editor.modelName");
  return <OfferedNameField {...field} part="transcriber" provider={provider} label={label} value={value} onChange={onChange} />;
}

type OfflineProps = Pick<NativeSelectProps, "name" | "error"> & {
  /** The `model` of the transcriber; `auto` if it has none. */
  model: string;
  onChoose: (model: string) => void;
  /** Recognizers that the server can install. */
  recognizers: readonly LocalRecognizer[];
};

/** A transcriber without a provider: an installed recognizer, the built-in one or the browser. */
function OfflineTranscriberSelect({ model, onChoose, recognizers, ...field }: OfflineProps) {
  const { t, i18n } = useTranslation();
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
      {...field}
      value={model}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  );
}
