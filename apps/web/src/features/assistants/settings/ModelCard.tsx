import { ASSISTANT_DEFAULTS } from "@callwright/contract";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFirstModel } from "../../../resource/catalog/use-catalog.ts";
import { withModelProvider } from "../model-config.ts";
import { useDefaultProvider } from "../use-default-provider.ts";
import { type EditorFields, textFieldProps } from "./editor-fields.ts";
import { HeadersField } from "./HeadersField.tsx";
import { LocalModelSelect } from "./LocalModelSelect.tsx";
import { NumberField } from "./NumberField.tsx";
import { OfferedNameField } from "./OfferedNameField.tsx";
import { SettingCard } from "./SettingCard.tsx";

const TEMPERATURE_STEP = 0.1;
const TOKENS_STEP = 50;

export function ModelCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const byDefault = useDefaultProvider("model");
  const firstModelOf = useFirstModel();
  const provider = config.model?.provider ?? byDefault;
  const isBuiltIn = provider === "callwright" && byDefault === "callwright";
  return (
    <SettingCard
      part="model"
      fields={fields}
      provider={provider}
      onChoose={(chosen) =>
        edit((current) => ({ ...current, model: withModelProvider(current.model, chosen, firstModelOf(chosen)) }))
      }
      note={isBuiltIn ? t("editor.builtIn") : undefined}
    >
      {provider === "custom-llm" && <LocalModelSelect {...fields} />}
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
          <OfferedNameField
            part="model"
            provider={config.model.provider}
            label={t("editor.modelName")}
            {...textFieldProps(fields, "model.model")}
            onChange={(model) =>
              edit((current) => (current.model ? { ...current, model: { ...current.model, model } } : current))
            }
          />
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
