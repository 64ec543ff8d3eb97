import type { CreateAssistant } from "@callwright/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useClient, useServices } from "../../../data/services.tsx";
import { rememberAssistant } from "../assistant-queries.ts";

/** Creates an assistant and opens it. It is unpublished, if the data host supports that. */
export function useCreateAssistant() {
  const client = useClient();
  const { dataHost } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: CreateAssistant) =>
      dataHost.offers("createUnpublishedAssistant")
        ? client.assistants.createUnpublished({ body })
        : client.assistants.create({ body }),
    onSuccess: async (assistant) => {
      rememberAssistant(queryClient, assistant);
      await navigate({ to: "/assistants/$id", params: { id: assistant.id } });
    },
  });
}
