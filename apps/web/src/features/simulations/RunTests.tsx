import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { useStartRun } from "./suite-runs.ts";

interface RunTestsProps {
  suiteId: string;
  /** Default: all of the suite. */
  testIds?: string[];
  /** Why it cannot be run now: as unsaved changes. */
  isDisabled?: boolean;
}

/** Runs tests and opens their results. */
export function RunTests({ suiteId, testIds, isDisabled = false }: RunTestsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start = useStartRun(suiteId, ({ id: runId }) => {
    void navigate({ to: "/test-suites/$id/runs/$runId", params: { id: suiteId, runId } });
  });
  if (!useMayEdit("createTestRun")) return null;
  return (
    <Button
      leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
      loading={start.isPending}
      disabled={isDisabled}
      onClick={() =>
        start.mutate(testIds ? { testIds } : {}, {
          onError: ({ message }) => notifications.show({ color: "red", message: t("testRuns.startFailed", { reason: message }) }),
        })
      }
    >
      {t(testIds ? "testRuns.runTest" : "testRuns.run")}
    </Button>
  );
}
