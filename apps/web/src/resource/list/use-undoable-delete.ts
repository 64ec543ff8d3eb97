import { notifications } from "@mantine/notifications";
import { useTranslation } from "react-i18next";
import { showUndo } from "../../kit/show-undo.tsx";

/** An entity to delete, and its name. */
export interface Named {
  id: string;
  name: string;
}

interface UndoableDelete {
  remove: (id: string) => Promise<unknown>;
  /** Absent: deleting cannot be undone. */
  restore?: ((id: string) => Promise<unknown>) | undefined;
  /** Refetches the lists. */
  refresh: () => Promise<unknown>;
  words: {
    deleted: (gone: readonly Named[]) => string;
    deleteFailed: (count: number, reason: string) => string;
    restored: (back: readonly Named[]) => string;
    restoreFailed: (reason: string) => string;
  };
}

/** The words of a resource. */
export function useUndoWords(nouns: { one: string; many: string }): UndoableDelete["words"] {
  const { t } = useTranslation();
  return {
    deleted: (gone) => t("resource.deleted", { count: gone.length, name: gone[0]?.name ?? "", ...nouns }),
    deleteFailed: (count, reason) => t("resource.deleteFailed", { count, reason, ...nouns }),
    restored: (back) => t("resource.restored", { count: back.length, name: back[0]?.name ?? "", ...nouns }),
    restoreFailed: (reason) => t("resource.restoreFailed", { reason, ...nouns }),
  };
}

/**
 * Deletes things and offers to take it back. Each counts for itself: a failure says how many failed and why, and the others are gone.
 * Answers the ids that are gone.
 */
export function useUndoableDelete({ remove, restore, refresh, words }: UndoableDelete) {
  const { t } = useTranslation();
  const fail = (message: string) => notifications.show({ color: "red", message });

  const undo = async (things: readonly Named[], bringBack: (id: string) => Promise<unknown>) => {
    const { done, failures } = await forEachId(things, bringBack);
    await refresh();
    if (done.length > 0) notifications.show({ message: words.restored(done) });
    if (failures[0]) fail(words.restoreFailed(failures[0].message));
  };

  return async (things: readonly Named[]): Promise<string[]> => {
    const { done, failures } = await forEachId(things, remove);
    if (failures[0]) fail(words.deleteFailed(failures.length, failures[0].message));
    const message = words.deleted(done);
    if (done.length > 0 && restore) showUndo({ message, label: t("app.undo"), onUndo: () => void undo(done, restore) });
    else if (done.length > 0) notifications.show({ message });
    await refresh();
    return done.map(({ id }) => id);
  };
}

/** Requests at a time. */
const PARALLEL = 4;

/** Does something to each, a few at a time. One that fails stops nothing. */
async function forEachId<Thing extends { id: string }>(things: readonly Thing[], act: (id: string) => Promise<unknown>) {
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
