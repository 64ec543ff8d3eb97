import type { CreateAssistant } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { rememberAssistant } from "./assistant-queries.ts";

/** Makes an assistant that can talk at once, with no key and no network, and opens it. */
export function useCreateAssistant() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const body: CreateAssistant = {
    name: t("assistants.newName"),
    firstMessage: t("assistants.newFirstMessage"),
    model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: t("assistants.newPrompt") }] },
    voice: { provider: "callwright", voiceId: "slt" },
    transcriber: { provider: "callwright", model: "auto" },
  };
  return useMutation({
    mutationFn: () => client.createAssistant({ body }),
    onSuccess: async (assistant) => {
      rememberAssistant(queryClient, assistant);
      await navigate({ to: "/assistants/$id", params: { id: assistant.id } });
    },
    onError: (error) => {
      notifications.show({ color: "red", message: t("assistants.createFailed", { reason: error.message }) });
    },
  });
}
