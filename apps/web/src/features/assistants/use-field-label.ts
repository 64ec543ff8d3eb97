import { useTranslation } from "react-i18next";
import { ADVANCED_SECTIONS } from "./advanced-settings.ts";

/** The messages that name the fields of the Assistant tab, by dotted path. */
const ASSISTANT_LABELS = {
  name: "editor.name",
  firstMessage: "editor.firstMessage",
  firstMessageMode: "editor.firstMessageMode",
  "model.messages.0.content": "editor.prompt",
  "model.provider": "editor.modelProvider",
  "model.model": "editor.modelName",
  "model.url": "editor.modelUrl",
  "model.headers": "editor.headers",
  "model.temperature": "editor.temperature",
  "model.maxTokens": "editor.maxTokens",
  "voice.voiceId": "editor.voiceId",
  "transcriber.provider": "editor.transcriberModel",
  "transcriber.model": "editor.transcriberModel",
  "transcriber.language": "editor.language",
} as const;

const isLabelled = (path: string): path is keyof typeof ASSISTANT_LABELS => path in ASSISTANT_LABELS;

/** The name a field has in the editor's form; undefined for what only the JSON shows. */
export function useFieldLabel(): (path: string) => string | undefined {
  const { t } = useTranslation();
  return (path) => {
    if (isLabelled(path)) return t(ASSISTANT_LABELS[path]);
    const setting = ADVANCED_SECTIONS.flatMap(({ settings }) => settings).find((each) => each.path === path);
    return setting && t(`advanced.fields.${setting.path}.label`);
  };
}
