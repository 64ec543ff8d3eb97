import type { Template } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { rememberEntity } from "../../resource/resource-queries.ts";

/** Makes a tool from a template and opens it. */
export function useMakeTool() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (details: NonNullable<Template["details"]>) => client.createTool({ body: details }),
    onSuccess: (tool) => {
      rememberEntity(queryClient, "tools", tool);
      notifications.show({ message: t("resource.createdNamed", { name: nameOfEntity(tool) ?? t("tools.unnamed") }) });
      void navigate({ to: "/$resource/$id", params: { resource: "tools", id: tool.id } });
    },
    onError: (error) => notifications.show({ color: "red", message: t("resource.failed", { reason: error.message }) }),
  });
}
