import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useUndoableDelete } from "../../resource/list/use-undoable-delete.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { suiteTestKeys } from "./suite-test-keys.ts";
import { suiteTestResource } from "./suite-tests.ts";

/** Deletes tests of a suite, with the offer to undo. */
export function useDeleteTests(suiteId: string) {
  const { t } = useTranslation();
  const { nouns } = useResourceTexts(suiteTestResource);
  const client = useClient();
  const queryClient = useQueryClient();
  return useUndoableDelete({
    remove: (testId) => client.deleteSuiteTest({ id: suiteId, testId }),
    restore: (testId) => client.restoreSuiteTest({ id: suiteId, testId }),
    refresh: () => queryClient.invalidateQueries({ queryKey: suiteTestKeys.list(suiteId), exact: true }),
    words: {
      deleted: (gone) => t("resource.deleted", { count: gone.length, name: gone[0]?.name ?? "", ...nouns }),
      deleteFailed: (count, reason) => t("resource.deleteFailed", { count, reason, ...nouns }),
      restored: (back) => t("resource.restored", { count: back.length, name: back[0]?.name ?? "", ...nouns }),
      restoreFailed: (reason) => t("resource.restoreFailed", { reason, ...nouns }),
    },
  });
}
