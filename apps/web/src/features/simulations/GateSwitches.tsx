import type { TestSuite } from "@callwright/contract";
import { Group, Stack, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { Switch } from "../../kit/Switch.tsx";
import { usePublishGate, useSetGate, withSuite } from "./publish-gate.ts";
import { assistantIdOf } from "./start-body.ts";
import { useSetSuite } from "./use-set-suite.ts";

/** The time of the night at first. */
const NIGHT = "02:00";

/** Whether the suite must pass before its assistant is published, and whether it runs every night. */
export function GateSwitches({ suite }: { suite: TestSuite }) {
  const assistantId = assistantIdOf(suite);
  return (
    <Stack gap="md">
      {assistantId !== undefined && <MustPass suiteId={suite.id} assistantId={assistantId} />}
      <EveryNight suite={suite} />
    </Stack>
  );
}

function MustPass({ suiteId, assistantId }: { suiteId: string; assistantId: string }) {
  const { t } = useTranslation();
  const gate = usePublishGate(assistantId);
  const setGate = useSetGate(assistantId);
  if (!gate) return null;
  const required = gate.publishGate ?? undefined;
  const check = gate.checks.find(({ testSuiteId }) => testSuiteId === suiteId);
  return (
    <Switch
      label={t("testRuns.gateRequired")}
      description={
        check && check.total > 0 && t("testRuns.gateNeeds", { needed: String(check.needed), total: String(check.total) })
      }
      checked={required?.suiteIds.includes(suiteId) ?? false}
      onChange={(event) =>
        setGate.mutate(withSuite(required, suiteId, event.currentTarget.checked), {
          onError: ({ message }) => notifications.show({ color: "red", message: t("testRuns.gateFailed", { reason: message }) }),
        })
      }
    />
  );
}

function EveryNight({ suite }: { suite: TestSuite }) {
  const { t } = useTranslation();
  const setSuite = useSetSuite(suite);
  const mayEdit = useMayEdit("updateTestSuite");
  const { nightly, nightlyFailure } = suite;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div>
      <Switch
        label={t("simulations.nightly.label")}
        description={nightlyFailure ? `${nightlyFailure.day}: ${nightlyFailure.reason}` : t("simulations.nightly.hint")}
        disabled={!mayEdit}
        checked={nightly !== undefined}
        onChange={(event) => setSuite.mutate({ nightly: event.currentTarget.checked ? { at: NIGHT, timezone: zone } : null })}
      />
      {nightly && (
        <Group gap="sm" mt="xs" grow>
          <TextInput
            key={nightly.at}
            type="time"
            label={t("simulations.nightly.at")}
            disabled={!mayEdit}
            defaultValue={nightly.at}
            onBlur={({ currentTarget: { value } }) =>
              value !== "" && value !== nightly.at && setSuite.mutate({ nightly: { ...nightly, at: value } })
            }
          />
          <TextInput
            key={nightly.timezone}
            label={t("simulations.nightly.timezone")}
            disabled={!mayEdit}
            defaultValue={nightly.timezone ?? "UTC"}
            onBlur={({ currentTarget: { value } }) =>
              value !== "" && value !== nightly.timezone && setSuite.mutate({ nightly: { ...nightly, timezone: value } })
            }
          />
        </Group>
      )}
    </div>
  );
}
