import type { Template } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../resource/use-may.ts";
import { toolResource } from "../tools/tool-resource.ts";
import { useMakeTool } from "./use-make-tool.ts";

/** Makes a tool from the template. */
export function UseTemplateAction({ entity: { details } }: { entity: Template }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMakeTool();
  const may = useMay(toolResource);
  if (!details || !may("create")) return null;
  return (
    <Button loading={isPending} onClick={() => mutate(details)}>
      {t("templates.use")}
    </Button>
  );
}
