import { useTranslation } from "react-i18next";
import { schemaAtPath } from "../../../resource/form/paths.ts";
import { fieldWords } from "../../../resource/form/use-field.ts";
import { ADVANCED_PATHS } from "./advanced-settings.ts";
import { CONTRACT } from "./editor-fields.ts";

/** The messages that name the fields of the Assistant tab, by dotted path. */
const ASSISTANT_LABELS = {
  name: "editor.name",
  firstMessage: "editor.firstMessage",
  firstMessageMode: "editor.firstMessageMode",
  "model.messages.0.content": "editor.prompt",
  "model.provider": "editor.providers.model",
  "model.model": "editor.modelName",
  "model.url": "editor.modelUrl",
  "voice.provider": "editor.providers.voice",
  "voice.voiceId": "editor.voiceId",
  "transcriber.provider": "editor.providers.transcriber",
  "transcriber.model": "editor.transcriberModel",
  "transcriber.language": "editor.language",
} as const;
/** Fields of the Assistant tab that have their label in the contract. */
const MODEL_PATHS = ["model.headers", "model.temperature", "model.maxTokens"];
/** The fields of the Assistant tab, by dotted path. */
export const ASSISTANT_PATHS: readonly string[] = [...Object.keys(ASSISTANT_LABELS), ...MODEL_PATHS];
const FORM_PATHS = [...ADVANCED_PATHS, ...MODEL_PATHS];

const isLabelled = (path: string): path is keyof typeof ASSISTANT_LABELS => path in ASSISTANT_LABELS;

/** The label of a field in the editor; undefined for fields that only the JSON tab shows. */
export function useFieldLabel(): (path: string) => string | undefined {
  const { t } = useTranslation();
  const fields = t("advanced.fields", { returnObjects: true });
  return (path) => {
    if (isLabelled(path)) return t(ASSISTANT_LABELS[path]);
    return FORM_PATHS.includes(path)
      ? fieldWords({ fields }, path.split("."), schemaAtPath(CONTRACT, {}, path) ?? {}).label
      : undefined;
  };
}
