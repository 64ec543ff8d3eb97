import { FIRST_MESSAGE_MODES, SOUND_FILE, soundAddress, variablesOfTool } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { TemplateField } from "../../../resource/variables/TemplateField.tsx";
import { knownVariables, promptOf } from "../../../resource/variables/template-variables.ts";
import { useVariableMemory } from "../../../resource/variables/use-variable-memory.ts";
import { withPrompt } from "../model-config.ts";
import { useToolAdvice } from "../tools/use-tool-advice.ts";
import { useDefaultModel } from "../use-default-provider.ts";
import { AnswerStack } from "./AnswerStack.tsx";
import classes from "./assistant-tab.module.css";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";

const route = getRouteApi("/shell/assistants/$id");

/** Characters of a usual token of English. */
const TOKEN_CHARACTERS = 4;

/** The main settings: what answers, the first message and the prompt. */
export function AssistantTab(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const [remembered] = useVariableMemory(id);
  const { tools = [] } = config.model ?? {};
  const sources = useMemo(() => ({ remembered, ofTools: tools.flatMap(variablesOfTool) }), [remembered, tools]);
  const variables = { known: knownVariables(config, remembered), sources };
  const byDefault = useDefaultModel();
  const { missing } = useToolAdvice(config);
  const toTools = {
    label: t("toolAdvice.toTools"),
    run: () => void navigate({ search: (search) => ({ ...search, tab: "tools" }) }),
  };
  const prompt = promptOf(config.model);
  return (
    <div className={classes.tab}>
      <AnswerStack {...fields} assistantId={id} />
      <TemplateField
        label={t("editor.firstMessage")}
        aside={
          <NativeSelect
            variant="unstyled"
            size="xs"
            className={classes.mode ?? ""}
            aria-label={t("editor.firstMessageMode")}
            data={FIRST_MESSAGE_MODES.map((mode) => ({ value: mode, label: t(`editor.firstMessageModes.${mode}`) }))}
            {...textFieldProps(fields, "firstMessageMode")}
          />
        }
        description={
          soundAddress(config.firstMessage ?? "") === undefined
            ? undefined
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
      <TemplateField
        isLong
        label={t("editor.prompt")}
        aside={<span>{t("editor.tokens", { count: Math.ceil(prompt.length / TOKEN_CHARACTERS) })}</span>}
        minRows={12}
        value={prompt}
        onChange={(text) => edit((current) => ({ ...current, model: withPrompt(current.model, text, byDefault) }))}
        tools={tools.flatMap((tool) => nameOfEntity(tool) ?? [])}
        lints={missing.map((name) => ({ name, message: t("toolAdvice.not-attached", { names: name }), action: toTools }))}
        name="model.messages"
        {...variables}
      />
    </div>
  );
}
