import type { Template } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useCreateEntity } from "../../resource/use-create-entity.ts";
import { useMay } from "../../resource/use-may.ts";
import { toolResource } from "../tools/tool-resource.tsx";

/** Makes a tool from the template, or begins an assistant with it. */
export function UseTemplateAction({ entity: { id, details, assistant } }: { entity: Template }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useCreateEntity(toolResource);
  const may = useMay(toolResource);
  const onError = ({ message }: Error) =>
    notifications.show({ color: "red", message: t("resource.failed", { reason: message }) });
  if (!may("create")) return null;
  if (assistant)
    return (
      <Button renderRoot={(props) => <Link to="/assistants" search={{ new: true, template: id }} {...props} />}>
        {t("templates.use")}
      </Button>
    );
  if (!details) return null;
  return (
    <Button loading={isPending} onClick={() => mutate(details, { onError })}>
      {t("templates.use")}
    </Button>
  );
}
