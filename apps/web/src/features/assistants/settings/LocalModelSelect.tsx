import { NativeSelect } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import type { EditorFields } from "./editor-fields.ts";

/** The models on this server that its operator offers. Nothing where there are none. */
export function LocalModelSelect({ config, edit }: EditorFields) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const query = queryOptions({ queryKey: ["local-models"], queryFn: ({ signal }) => client.listLocalModels({ signal }) });
  const { data = [] } = useQuery({ ...query, enabled: dataHost.offers("listLocalModels") });
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
