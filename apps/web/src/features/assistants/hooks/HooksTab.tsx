import type { Hook } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { late } from "../../../kit/late.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import formClasses from "../../../resource/form/form.module.css";
import { useForm } from "../../../resource/form/form-context.ts";
import { ListField } from "../../../resource/form/ListField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { shapeOf } from "../../../resource/form/shape.ts";
import { TextField } from "../../../resource/form/TextField.tsx";
import { TextRowsField } from "../../../resource/form/TextRowsField.tsx";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { useSupportWords } from "../../../resource/use-support-words.ts";
import classes from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import { SettingFields } from "../settings/SettingFields.tsx";
import { hookSentence } from "./hook-sentence.ts";

const JsonField = late(async () => (await import("../../../resource/form/JsonField.tsx")).JsonField);

const PROMPT_SHAPE = { kind: "text", isLong: true, suggestions: [], maxCharacters: undefined } as const;

const PATHS = ["hooks"];
const GROUPS = ["tools", "hooks"] as const;
const TOOL = referenceTo("tools");
const PARTS = { hooks: HookList, "hooks.do.exact": SayExactField, "hooks.do.prompt": SayPromptField };
const MAIN_FIELDS = ["hooks.options", ...["exact", "prompt", "toolId"].map((field) => `hooks.do.${field}`)];
/** Hooks have deeply nested fields. An open hook shows all of them. */
const OPEN_DEPTH = 6;

/** What happens at events of a call: each hook as a sentence, and its form. */
export function HooksTab(fields: EditorFields) {
  const { t } = useTranslation();
  const support = useFieldSupport({ name: "Assistant" });
  const words = useSupportWords();
  const { hooks } = fields.config;
  const tools = useReferred(TOOL, toolIdsOf(hooks ?? []));
  const sentences = {
    hooks: (hook: unknown) => {
      const toolName = (id: string) => {
        const tool = tools.get(id);
        return tool && nameOfEntity(tool);
      };
      return hookSentence(hook as Hook, { t, toolName });
    },
  };
  return (
    <div className={classes.form}>
      <p className={classes.intro}>{words(t("hooks.hint"), support.unsupportedAt(["hooks"]))}</p>
      {!hooks?.length && <EmptyNote title={t("hooks.none")} body={t("hooks.noneBody")} />}
      <SettingFields
        fields={fields}
        paths={PATHS}
        groups={GROUPS}
        mainFields={MAIN_FIELDS}
        parts={PARTS}
        sentences={sentences}
        openDepth={OPEN_DEPTH}
      />
    </div>
  );
}

/** Options are always shown, so they cannot be removed as a whole. */
function withoutEmptyOptions(hook: Hook): Hook {
  if (!("options" in hook) || Object.keys(hook.options ?? {}).length > 0) return hook;
  const { options: _, ...rest } = hook;
  return rest;
}

function toolIdsOf(hooks: readonly Hook[]): string[] {
  return hooks.flatMap((hook) => (hook.do ?? []).flatMap((action) => (action.type === "tool" ? (action.toolId ?? []) : [])));
}

/** The instruction for what a hook says: a text. A list of messages, which the API takes too, is shown as JSON. */
function SayPromptField(field: FieldProps) {
  return Array.isArray(field.value) ? <JsonField {...field} /> : <TextField {...field} {...PROMPT_SHAPE} />;
}

/** The list of hooks without a frame, because it is alone in its tab. */
function HookList(field: FieldProps) {
  const { root } = useForm();
  const shape = shapeOf(field.schema, "hooks", root);
  if (shape.kind !== "list") return null;
  return (
    <div className={formClasses.fields}>
      <ListField
        {...field}
        item={shape.item}
        isBare
        onChange={(hooks) => field.onChange((hooks as Hook[] | undefined)?.map(withoutEmptyOptions))}
      />
    </div>
  );
}

/** What a hook says: one sentence as a text, several as a list. */
function SayExactField(field: FieldProps) {
  return (
    <TextRowsField
      {...field}
      onChange={(texts) => field.onChange(Array.isArray(texts) && texts.length === 1 ? texts[0] : texts)}
    />
  );
}
