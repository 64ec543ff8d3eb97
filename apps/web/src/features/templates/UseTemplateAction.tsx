import type { Template } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { rememberEntity } from "../../resource/resource-queries.ts";
import { useMay } from "../../resource/use-may.ts";
import { toolResource } from "../tools/tool-resource.tsx";

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

/** Makes a tool from a template and opens it. */
function useMakeTool() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (details: NonNullable<Template["details"]>) => client.tools.create({ body: details }),
    onSuccess: (tool) => {
      rememberEntity(queryClient, "tools", tool);
      notifications.show({ message: t("resource.createdNamed", { name: nameOfEntity(tool) ?? t("tools.unnamed") }) });
      void navigate({ to: "/$resource/$id", params: { resource: "tools", id: tool.id } });
    },
    onError: (error) => notifications.show({ color: "red", message: t("resource.failed", { reason: error.message }) }),
  });
}
