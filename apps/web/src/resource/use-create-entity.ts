import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../data/services.tsx";
import type { Resource } from "./resource.ts";
import { callOf, type RouteNaming } from "./resource-calls.ts";
import type { ResourceEntity } from "./resource-entity.ts";
import { rememberEntity } from "./resource-queries.ts";
import { useResourceTexts } from "./use-resource-texts.ts";

/** The fields of a resource for creating an entity. */
export type Creatable = RouteNaming & Pick<Resource, "path" | "texts" | "nameOf">;

/** Creates an entity from a whole body. Default of `onCreated`: opens its page. */
export function useCreateEntity(resource: Creatable, onCreated?: (entity: ResourceEntity) => void) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const texts = useResourceTexts(resource);
  return useMutation({
    mutationFn: async (body: object) => (await callOf(client, resource, "create")?.({ body })) as ResourceEntity,
    onSuccess: (entity) => {
      rememberEntity(queryClient, resource.path, entity);
      notifications.show({ message: t("resource.createdNamed", { name: texts.nameOf(entity) }) });
      if (onCreated) onCreated(entity);
      else void navigate({ to: "/$resource/$id", params: { resource: resource.path, id: entity.id } });
    },
  });
}
