import { ASSISTANT_DEFAULTS } from "@callwright/contract";
import { Autocomplete, type OptionsFilter, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { modelNames, withModelProvider } from "../model-config.ts";
import { useDefaultProvider } from "../use-default-provider.ts";
import { type EditorFields, textFieldProps } from "./editor-fields.ts";
import { HeadersField } from "./HeadersField.tsx";
import { NumberField } from "./NumberField.tsx";
import { SettingCard } from "./SettingCard.tsx";

const TEMPERATURE_STEP = 0.1;
const TOKENS_STEP = 50;

export function ModelCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const byDefault = useDefaultProvider("model");
  const provider = config.model?.provider ?? byDefault;
  const isBuiltIn = provider === "callwright" && byDefault === "callwright";
  return (
    <SettingCard
      part="model"
      fields={fields}
      provider={provider}
      onChoose={(chosen) => edit((current) => ({ ...current, model: withModelProvider(current.model, chosen) }))}
      note={isBuiltIn ? t("editor.builtIn") : undefined}
    >
      {provider === "custom-llm" && (
        <TextInput
          label={t("editor.modelUrl")}
          description={t("editor.modelUrlHint")}
          type="url"
          {...textFieldProps(fields, "model.url")}
        />
      )}
      {config.model && provider !== "callwright" && (
        <>
          <ModelName {...fields} names={modelNames(config.model.provider)} />
          {provider === "custom-llm" && <HeadersField {...fields} />}
          <NumberField
            {...fields}
            path="model.temperature"
            label={t("editor.temperature")}
            step={TEMPERATURE_STEP}
            placeholder={t("editor.numberDefault", { value: String(ASSISTANT_DEFAULTS.model.temperature) })}
          />
          <NumberField
            {...fields}
            path="model.maxTokens"
            label={t("editor.maxTokens")}
            step={TOKENS_STEP}
            suffix={t("editor.tokens")}
            placeholder={t("editor.numberDefault", { value: String(ASSISTANT_DEFAULTS.model.maxTokens) })}
          />
        </>
      )}
    </SettingCard>
  );
}

/** All names once one is chosen; otherwise those that match the typed text. */
const allForChosen: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  const matching = options.filter((option) => "value" in option && option.value.toLowerCase().includes(typed));
  return matching.some((option) => "value" in option && option.value === search) ? options : matching;
};

/** The name of the provider's model, with suggestions if there are any. */
function ModelName({ names, ...fields }: EditorFields & { names: readonly string[] }) {
  const { t } = useTranslation();
  const change = (model: string) =>
    fields.edit((current) => (current.model ? { ...current, model: { ...current.model, model } } : current));
  const props = { label: t("editor.modelName"), ...textFieldProps(fields, "model.model") };
  if (names.length === 0) return <TextInput {...props} onChange={(event) => change(event.currentTarget.value)} />;
  return <Autocomplete {...props} data={[...names]} filter={allForChosen} onChange={change} />;
}
