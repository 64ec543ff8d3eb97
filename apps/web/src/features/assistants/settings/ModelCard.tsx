import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFirstModel } from "../../../resource/catalog/use-catalog.ts";
import { withLocalModel, withModelProvider } from "../model-config.ts";
import { useDefaultProvider } from "../use-default-provider.ts";
import { type EditorFields, textFieldProps } from "./editor-fields.ts";
import { OfferedNameField } from "./OfferedNameField.tsx";
import { SettingCard } from "./SettingCard.tsx";
import { SettingFields } from "./SettingFields.tsx";
import { TestConnection } from "./TestConnection.tsx";
import { useLocalModelsQuery } from "./use-local-models.ts";

const OF_EVERY_MODEL = ["model.temperature", "model.maxTokens"];
const OWN_SERVER = ["model.headers", ...OF_EVERY_MODEL];

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
          <SettingFields fields={fields} paths={provider === "custom-llm" ? OWN_SERVER : OF_EVERY_MODEL} />
          {provider === "custom-llm" && <TestConnection config={config} />}
        </>
      )}
    </SettingCard>
  );
}

/** The models on this server that its operator offers. Nothing where there are none. */
function LocalModelSelect({ config, edit }: EditorFields) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(useLocalModelsQuery());
  const choices = data.flatMap(({ models, withoutTools = [], ...server }) =>
    models.map((model) => ({ ...server, model, callsTools: !withoutTools.includes(model) })),
  );
  const { url, model } = config.model ?? {};
  const chosen = choices.findIndex((choice) => choice.url === url && choice.model === model);
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      label={t("editor.localModel")}
      description={t(choices[chosen]?.callsTools === false ? "editor.localModelWithoutTools" : "editor.localModelHint")}
      data={[
        { value: "", label: t("editor.otherModel") },
        ...choices.map((choice, index) => ({
          value: String(index),
          label: choice.callsTools ? choice.model : t("editor.withoutTools", { model: choice.model }),
        })),
      ]}
      value={chosen < 0 ? "" : String(chosen)}
      onChange={({ currentTarget: { value } }) => {
        const choice = value === "" ? undefined : choices[Number(value)];
        if (choice) edit((current) => ({ ...current, model: withLocalModel(current.model, choice) }));
      }}
    />
  );
}
