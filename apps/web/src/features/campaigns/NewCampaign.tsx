import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";

/** Makes a draft and opens its steps. It calls nobody before it is started. */
export function NewCampaign({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mayCreate = useMayEdit("addCampaignContacts");
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.createCampaign({ body: { name: t("campaign.newName"), paused: true } }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: resourceKeys.all("campaigns") });
      await navigate({ to: "/$resource/$id", params: { resource: "campaigns", id } });
    },
    onError: (error) => notifications.show({ color: "red", message: error.message }),
  });
  if (!mayCreate) return null;
  return (
    <Button variant={isMain ? "filled" : "default"} loading={isPending} onClick={() => mutate()}>
      {t("campaign.create")}
    </Button>
  );
}
