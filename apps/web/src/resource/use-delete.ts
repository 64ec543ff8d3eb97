import { RESTORE_DAYS } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../data/services.tsx";
import { showUndo } from "../kit/show-undo.tsx";
import type { Resource } from "./resource.ts";
import { callOf, type RouteNaming } from "./resource-calls.ts";
import { resourceKeys } from "./resource-queries.ts";
import { useResourceTexts } from "./use-resource-texts.ts";

/** A thing to delete, and its name. */
interface Named {
  id: string;
  name: string;
}

/**
 * Deletes entities, with an offer to undo if their routes can restore. Each is deleted separately: after a failure, a message says how many failed
 * and why, and the others are deleted.
 */
export function useDelete(resource: RouteNaming & Pick<Resource, "path" | "texts" | "nameOf">) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { nouns, deleteLoss } = useResourceTexts(resource);
  const remove = callOf(client, resource, "delete");
  const restore = callOf(client, resource, "restore");
  const namesOf = (things: readonly Named[]) => ({ name: things[0]?.name ?? "", ...nouns });
  const fail = (message: string) => notifications.show({ color: "red", message });
  // The page of a deleted object may stay open for a moment. A refetch would answer with 404.
  const refresh = () =>
    Promise.all(
      [resourceKeys.lists(resource.path), resourceKeys.choices(resource.path)].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const undo = async (things: readonly Named[]) => {
    const { done, failures } = await forEachId(things, async (id) => restore?.({ id }));
    await refresh();
    if (done.length > 0) notifications.show({ message: t("resource.restored", { count: done.length, ...namesOf(done) }) });
    if (failures[0]) fail(t("resource.restoreFailed", { reason: failures[0].message, ...nouns }));
  };
  /** Returns the deleted ids. */
  const deleteThem = async (things: readonly Named[]): Promise<string[]> => {
    const { done, failures } = await forEachId(things, async (id) => remove?.({ id }));
    if (failures[0]) fail(t("resource.deleteFailed", { count: failures.length, reason: failures[0].message, ...nouns }));
    const message = t("resource.deleted", { count: done.length, ...namesOf(done) });
    if (done.length > 0 && restore) showUndo({ message, label: t("app.undo"), onUndo: () => void undo(done) });
    else if (done.length > 0) notifications.show({ message });
    await refresh();
    return done.map(({ id }) => id);
  };
  return {
    deleteThem,
    /** The dialog before a deletion. `onDone` gets the deleted ids. */
    question: (things: readonly Named[], onDone?: (gone: readonly string[]) => unknown) => ({
      title: t("resource.deleteTitle", { count: things.length, ...namesOf(things) }),
      body: `${deleteLoss} ${restore ? t("resource.canUndo", { count: RESTORE_DAYS }) : t("resource.cannotUndo")}`,
      onConfirm: async () => {
        const gone = await deleteThem(things);
        await onDone?.(gone);
      },
    }),
  };
}

/** Requests at a time. */
const PARALLEL = 4;

/** Applies an action to each, a few at a time. A failure does not stop the others. */
export async function forEachId<Thing extends { id: string }>(things: readonly Thing[], act: (id: string) => Promise<unknown>) {
  const done: Thing[] = [];
  const failures: Error[] = [];
  const waiting = [...things];
  const work = async () => {
    for (let thing = waiting.shift(); thing; thing = waiting.shift()) {
      try {
        await act(thing.id);
        done.push(thing);
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { done, failures };
}
