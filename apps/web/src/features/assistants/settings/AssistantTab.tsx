import { FIRST_MESSAGE_MODES, NAME_MAX_CHARACTERS, SOUND_FILE, soundAddress } from "@callwright/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { promptOf, withPrompt } from "../model-config.ts";
import { PresetPicker } from "../presets/PresetPicker.tsx";
import { useDefaultModel } from "../use-default-provider.ts";
import { TemplateField } from "../variables/TemplateField.tsx";
import { knownVariables } from "../variables/template-variables.ts";
import { useVariableMemory } from "../variables/use-variable-memory.ts";
import classes from "./assistant-tab.module.css";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { ModelCard } from "./ModelCard.tsx";
import { TranscriberCard } from "./TranscriberCard.tsx";
import { VoiceCard } from "./VoiceCard.tsx";

const route = getRouteApi("/shell/assistants/$id");

/** The main settings: name, first message, prompt, model, voice and transcriber. */
export function AssistantTab(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const [remembered] = useVariableMemory(route.useParams().id);
  const variables = { known: knownVariables(config, remembered), remembered };
  const byDefault = useDefaultModel();
  return (
    <div className={classes.form}>
      <TextInput
        label={t("editor.name")}
        maxLength={NAME_MAX_CHARACTERS}
        className={classes.name ?? ""}
        {...textFieldProps(fields, "name")}
      />
      <PresetPicker {...fields} />
      <div className={classes.cards}>
        <ModelCard {...fields} />
        <VoiceCard {...fields} />
        <TranscriberCard {...fields} />
      </div>
      <TemplateField
        label={t("editor.firstMessage")}
        description={
          soundAddress(config.firstMessage ?? "") === undefined
            ? t("editor.firstMessageHint", { example: "{{customer.name}}" })
            : t("editor.firstMessageSound", {
                maxMb: String(SOUND_FILE.maxBytes / 1024 / 1024),
                maxSeconds: String(SOUND_FILE.maxSeconds),
              })
        }
        minRows={1}
        value={config.firstMessage ?? ""}
        onChange={(text) => edit(({ firstMessage: _, ...rest }) => (text === "" ? rest : { ...rest, firstMessage: text }))}
        {...variables}
        {...fieldProps(fields, "firstMessage")}
      />
      <NativeSelect
        label={t("editor.firstMessageMode")}
        className={classes.name ?? ""}
        data={FIRST_MESSAGE_MODES.map((mode) => ({ value: mode, label: t(`editor.firstMessageModes.${mode}`) }))}
        {...textFieldProps(fields, "firstMessageMode")}
      />
      <TemplateField
        label={t("editor.prompt")}
        description={t("editor.promptHint")}
        minRows={12}
        value={promptOf(config.model)}
        onChange={(text) => edit((current) => ({ ...current, model: withPrompt(current.model, text, byDefault) }))}
        name="model.messages"
        {...variables}
      />
    </div>
  );
}
