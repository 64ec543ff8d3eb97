import type { TestSuite } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { rememberEntity, resourceKeys } from "../../resource/resource-queries.ts";
import { SUITES } from "./suites.ts";

/** Fields that screens change at once. Null removes one. */
interface SuiteChange {
  callers?: string[] | null;
  iterations?: number;
  line?: string | null;
  nightly?: NonNullable<TestSuite["nightly"]> | null;
}

/** Changes fields of a suite at once. The screen shows them before the server has answered. */
export function useSetSuite(suite: TestSuite) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const key = resourceKeys.one(SUITES.path, suite.id);
  return useMutation({
    mutationFn: (body: SuiteChange) => client.testSuites.update({ id: suite.id, body }),
    onMutate: (change) => {
      const now = queryClient.getQueryData<TestSuite>(key);
      const next = Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value !== null));
      if (now) queryClient.setQueryData(key, next);
    },
    onSuccess: (saved) => rememberEntity(queryClient, SUITES.path, saved),
    onError: ({ message }) => {
      notifications.show({ color: "red", message: t("resource.failed", { reason: message }) });
      void queryClient.invalidateQueries({ queryKey: key });
    },
  });
}
