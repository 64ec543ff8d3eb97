import { useTranslation } from "react-i18next";
import { ADVANCED_SECTIONS } from "./advanced-settings.ts";

/** The messages that name the fields of the Assistant tab, by dotted path. */
const ASSISTANT_LABELS = {
  name: "editor.name",
  firstMessage: "editor.firstMessage",
  firstMessageMode: "editor.firstMessageMode",
  "model.messages.0.content": "editor.prompt",
  "model.provider": "editor.providers.model",
  "model.model": "editor.modelName",
  "model.url": "editor.modelUrl",
  "model.headers": "editor.headers",
  "model.temperature": "editor.temperature",
  "model.maxTokens": "editor.maxTokens",
  "voice.provider": "editor.providers.voice",
  "voice.voiceId": "editor.voiceId",
  "transcriber.provider": "editor.providers.transcriber",
  "transcriber.model": "editor.transcriberModel",
  "transcriber.language": "editor.language",
} as const;

const isLabelled = (path: string): path is keyof typeof ASSISTANT_LABELS => path in ASSISTANT_LABELS;

/** The label of a field in the editor; undefined for fields that only the JSON tab shows. */
export function useFieldLabel(): (path: string) => string | undefined {
  const { t } = useTranslation();
  return (path) => {
    if (isLabelled(path)) return t(ASSISTANT_LABELS[path]);
    const setting = ADVANCED_SECTIONS.flatMap(({ settings }) => settings).find((each) => each.path === path);
    return setting && t(`advanced.fields.${setting.path}.label`);
  };
}
