import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../resource/form/field-names.ts";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { HeadersField } from "./HeadersField.tsx";
import { withModelProvider } from "./model-config.ts";
import { NumberField } from "./NumberField.tsx";
import { SettingCard } from "./SettingCard.tsx";

/** Providers that this server can run. */
const RUNNABLE = ["callwright", "custom-llm", "openai"] as const;
const TEMPERATURE_STEP = 0.1;
const TOKENS_STEP = 50;

export function ModelCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const provider = config.model?.provider ?? "callwright";
  const runnable = RUNNABLE.find((each) => each === provider);
  const options = RUNNABLE.map((each): { value: string; label: string } => ({
    value: each,
    label: t(`editor.modelProviders.${each}`),
  }));
  const notes = { callwright: t("editor.builtIn"), openai: t("editor.openaiHint"), "custom-llm": undefined };
  return (
    <SettingCard title={t("editor.model")} note={runnable ? notes[runnable] : t("editor.otherProvider")}>
      <NativeSelect
        label={t("editor.modelProvider")}
        data={runnable ? options : [...options, { value: provider, label: humanValue(provider) }]}
        value={provider}
        onChange={(event) => {
          const chosen = RUNNABLE.find((each) => each === event.currentTarget.value);
          if (chosen) edit((current) => ({ ...current, model: withModelProvider(current.model, chosen) }));
        }}
        {...fieldProps({ ...fields, problems: fields.problems.filter(({ path }) => path === "model") }, "model")}
      />
      {provider === "custom-llm" && (
        <TextInput
          label={t("editor.modelUrl")}
          description={t("editor.modelUrlHint")}
          type="url"
          {...textFieldProps(fields, "model.url")}
        />
      )}
      {provider !== "callwright" && (
        <>
          <TextInput
            label={t("editor.modelName")}
            {...textFieldProps(fields, "model.model")}
            onChange={(event) => {
              const model = event.currentTarget.value;
              edit((current) => (current.model ? { ...current, model: { ...current.model, model } } : current));
            }}
          />
          {provider === "custom-llm" && <HeadersField {...fields} />}
          <NumberField {...fields} path="model.temperature" label={t("editor.temperature")} step={TEMPERATURE_STEP} />
          <NumberField
            {...fields}
            path="model.maxTokens"
            label={t("editor.maxTokens")}
            step={TOKENS_STEP}
            suffix={t("editor.tokens")}
          />
        </>
      )}
    </SettingCard>
  );
}
