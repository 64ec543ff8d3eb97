import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CanvasProps } from "./canvas-props.ts";
import { problemAt } from "./problems.ts";

/** The name field of a squad or workflow, so that it can be created without leaving the canvas. */
export function CanvasName({ object, onChange, isReadOnly, problems }: CanvasProps) {
  const { t } = useTranslation();
  const { name, ...rest } = object;
  return (
    <div data-path="name">
      <TextInput
        size="xs"
        w={220}
        aria-label={t("resource.name")}
        placeholder={t("resource.name")}
        disabled={isReadOnly}
        error={problemAt(problems, "name")}
        value={typeof name === "string" ? name : ""}
        onChange={(event) => {
          const text = event.currentTarget.value;
          // Set in place, so that the JSON keeps its order.
          onChange(text === "" ? rest : { ...object, name: text });
        }}
      />
    </div>
  );
}
