import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { withLocalModel } from "../model-config.ts";
import type { EditorFields } from "./editor-fields.ts";
import { useLocalModelsQuery } from "./use-local-models.ts";

/** The models on this server that its operator offers. Nothing where there are none. */
export function LocalModelSelect({ config, edit }: EditorFields) {
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
