import type { Template } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../resource/use-may.ts";
import { toolResource } from "../tools/tool-resource.ts";
import { useMakeTool } from "./use-make-tool.ts";

/** Makes a tool from the template, or begins an assistant with it. */
export function UseTemplateAction({ entity: { id, details, assistant } }: { entity: Template }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMakeTool();
  const may = useMay(toolResource);
  if (!may("create")) return null;
  if (assistant)
    return (
      <Button renderRoot={(props) => <Link to="/assistants" search={{ new: true, template: id }} {...props} />}>
        {t("templates.use")}
      </Button>
    );
  if (!details) return null;
  return (
    <Button loading={isPending} onClick={() => mutate(details)}>
      {t("templates.use")}
    </Button>
  );
}
