import { RESTORE_DAYS } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../data/services.tsx";
import { useUndoableDelete, useUndoWords } from "./list/use-undoable-delete.ts";
import type { Resource } from "./resource.ts";
import { callOf, type RouteNaming } from "./resource-calls.ts";
import { resourceKeys } from "./resource-queries.ts";
import { useResourceTexts } from "./use-resource-texts.ts";

type Deletable = RouteNaming & Pick<Resource, "path" | "texts" | "nameOf">;

/** Deletes things of a kind, with the offer to undo where their routes can restore. */
export function useDeleteResources(resource: Deletable) {
  const { nouns } = useResourceTexts(resource);
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = callOf(client, resource, "delete");
  const restore = callOf(client, resource, "restore");
  return useUndoableDelete({
    remove: async (id) => remove?.({ id }),
    restore: restore && ((id) => restore({ id })),
    refresh: async () => {
      const { path } = resource;
      // The page of a deleted object may stay open for a moment. A refetch would answer with 404.
      await Promise.all(
        [resourceKeys.lists(path), resourceKeys.choices(path)].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    words: useUndoWords(nouns),
  });
}

/** The question before things are deleted. */
export function useDeleteWords(resource: Deletable) {
  const { t } = useTranslation();
  const client = useClient();
  const { nouns, deleteLoss } = useResourceTexts(resource);
  const canUndo = callOf(client, resource, "restore") !== undefined;
  return {
    title: (names: readonly string[]) => t("resource.deleteTitle", { count: names.length, name: names[0] ?? "", ...nouns }),
    body: `${deleteLoss} ${canUndo ? t("resource.canUndo", { count: RESTORE_DAYS }) : t("resource.cannotUndo")}`,
  };
}
