import {
  firstTranscriberOf,
  type LocalRecognizer,
  OFFLINE_TRANSCRIBERS,
  type OfflineTranscriber,
  type ServerStatus,
  type Transcriber,
} from "@callwright/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useHostStatus } from "../../../data/use-capabilities.ts";
import { schemaAtPath } from "../../../resource/form/paths.ts";
import { isInstalled, recognizersOf, useLocalSpeech } from "../../../resource/local-speech/local-speech.ts";
import { BUILT_IN, useDefaultProvider } from "../use-default-provider.ts";
import { CONTRACT, type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { fallbacksOf } from "./replaced-voice.ts";
import { SettingCard } from "./SettingCard.tsx";
import { TranscriberName } from "./TranscriberName.tsx";

export function TranscriberCard(fields: EditorFields) {
  const { t, i18n } = useTranslation();
  const { config, edit } = fields;
  const status = useHostStatus();
  const byDefault = useDefaultProvider("transcriber");
  const provider = config.transcriber?.provider ?? byDefault;
  const isOffline = provider === "callwright" && byDefault === "callwright";
  const recognizers = recognizersOf(useLocalSpeech(isOffline).data);
  const model = config.transcriber?.model ?? "auto";
  const chosen = OFFLINE_TRANSCRIBERS.find((each) => each === model);
  const hearing = isOffline && chosen && status ? hearingOf(chosen, status.hearing) : undefined;
  const recognizer = isOffline ? recognizers.find(({ id }) => id === model) : undefined;
  const language = config.transcriber?.language ?? "";
  const setLanguage = (next: string) =>
    edit((current) => {
      const before: Transcriber = current.transcriber ?? BUILT_IN.transcriber;
      const { language: _, ...transcriber } = before;
      return { ...current, transcriber: next ? { ...transcriber, language: next } : transcriber };
    });
  const isSet = (name: "model" | "language") =>
    !isOffline && config.transcriber !== undefined && schemaAtPath(CONTRACT, config, `transcriber.${name}`) !== undefined;
  const names = new Intl.DisplayNames(i18n.language, { type: "language" });
  return (
    <SettingCard
      part="transcriber"
      fields={fields}
      provider={provider}
      onChoose={(next) =>
        edit((current) => ({ ...current, transcriber: { ...fallbacksOf(current.transcriber), ...firstTranscriberOf(next) } }))
      }
      note={isOffline ? <HearingNote hearing={hearing} recognizer={recognizer} recognizers={recognizers} /> : undefined}
    >
      {(isOffline || isSet("model")) && (
        <TranscriberName
          {...fieldProps(fields, "transcriber.model")}
          provider={provider ?? ""}
          value={config.transcriber?.model ?? ""}
          onChange={(next) =>
            edit((current) => ({ ...current, transcriber: { provider: "callwright", ...current.transcriber, model: next } }))
          }
        />
      )}
      {recognizer && (recognizer.languages.length > 1 || language !== "") && (
        <NativeSelect
          label={t("editor.language")}
          description={recognizer.languages.length > 1 ? t("editor.recognizerLanguageHint") : undefined}
          data={[
            { value: "", label: t("editor.anyLanguage") },
            ...[...new Set([...recognizer.languages, ...(language === "" ? [] : [language])])].map((code) => ({
              value: code,
              label: names.of(code) ?? code,
            })),
          ]}
          {...fieldProps(fields, "transcriber.language")}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
      )}
      {(hearing === "browser" || isSet("language")) && (
        <TextInput
          label={t("editor.language")}
          description={hearing === "browser" ? t("editor.languageHint") : undefined}
          {...textFieldProps(fields, "transcriber.language")}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
      )}
    </SettingCard>
  );
}

interface Props {
  /** What the chosen transcriber uses, unless that is a recognizer that can be installed. */
  hearing: ReturnType<typeof hearingOf> | undefined;
  /** The chosen one. */
  recognizer: LocalRecognizer | undefined;
  /** All recognizers that the server can install. */
  recognizers: readonly LocalRecognizer[];
}

/** Where the caller's sound goes, and where further recognizers are. */
function HearingNote({ hearing, recognizer, recognizers }: Props) {
  const { t } = useTranslation();
  const isMissing = recognizer !== undefined && !isInstalled(recognizer);
  const name = recognizer?.name ?? "";
  return (
    <>
      {hearing && t(`editor.hearing.${hearing}`)}
      {recognizer && t(isMissing ? "editor.hearing.notInstalled" : "editor.hearing.recognizer", { name })}
      {!recognizers.every(isInstalled) && (
        <>
          {" "}
          <Link to="/voices" search={{ view: "local" }}>
            {t(isMissing ? "editor.hearing.install" : "editor.hearing.more")}
          </Link>
        </>
      )}
    </>
  );
}

/** The transcriber that this choice uses on this server; `missing` if it is not installed. */
export function hearingOf(chosen: OfflineTranscriber, available: ServerStatus["hearing"]): "moonshine" | "browser" | "missing" {
  if (chosen === "auto") return available;
  if (chosen === "moonshine" && available !== "moonshine") return "missing";
  return chosen;
}
