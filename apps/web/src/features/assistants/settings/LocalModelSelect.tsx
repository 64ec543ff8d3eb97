import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { EditorFields } from "./editor-fields.ts";
import { useLocalModelsQuery } from "./use-local-models.ts";

/** The models on this server that its operator offers. Nothing where there are none. */
export function LocalModelSelect({ config, edit }: EditorFields) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(useLocalModelsQuery());
  const choices = data.flatMap(({ url, models }) => models.map((model) => ({ url, model })));
  const { url, model } = config.model ?? {};
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      label={t("editor.localModel")}
      description={t("editor.localModelHint")}
      data={[
        { value: "", label: t("editor.otherModel") },
        ...choices.map((choice, index) => ({ value: String(index), label: choice.model })),
      ]}
      value={String(choices.findIndex((choice) => choice.url === url && choice.model === model)).replace("-1", "")}
      onChange={({ currentTarget: { value } }) => {
        const choice = value === "" ? undefined : choices[Number(value)];
        if (choice) edit((current) => ({ ...current, model: { ...current.model, provider: "custom-llm", ...choice } }));
      }}
    />
  );
}
