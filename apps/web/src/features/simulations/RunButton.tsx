import { LINES, RUN_MAX_ITERATIONS, type SimulationRun, type TestSuite } from "@callwright/contract";
import { Button, Group, NativeSelect, NumberInput, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconPlayerPlay } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { useStartSimulations } from "./simulation-queries.ts";
import { assistantIdOf, type RunChoice } from "./start-body.ts";

/** Long enough to read the names of tools. */
const WARNING_MS = 15_000;

interface RunButtonProps {
  suite: TestSuite;
  /** Only these tests. */
  testIds?: readonly string[];
  /** Chosen outside of this button. */
  agent?: RunChoice["agent"];
  /** Why it cannot be run now, such as unsaved changes. */
  isDisabled?: boolean;
  onStarted?: (run: SimulationRun) => void;
}

/** Runs a suite, or some of its tests. The arrow beside it chooses the version, the medium and the seeds. */
export function RunButton({ suite, testIds, agent, isDisabled = false, onStarted }: RunButtonProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<RunChoice>({});
  const start = useStart(suite, onStarted);
  if (!useMayEdit("createSimulationRun")) return null;
  const run = () => start.run({ ...choice, ...(agent && { agent }), ...(testIds && { testIds }) });
  return (
    <Button.Group>
      <Button
        variant="filled"
        leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
        loading={start.isPending}
        disabled={isDisabled}
        onClick={run}
      >
        {t("testRuns.runTest")}
      </Button>
      <Popover position="bottom-end" shadow="sm" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="filled" px={8} disabled={isDisabled} aria-label={t("simulations.runOptions")}>
            <IconChevronDown size={14} aria-hidden="true" />
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <RunChoices suite={suite} choice={choice} hasAgent={agent === undefined} onChange={setChoice} />
        </Popover.Dropdown>
      </Popover>
    </Button.Group>
  );
}

interface RunChoicesProps {
  suite: TestSuite;
  choice: RunChoice;
  hasAgent: boolean;
  onChange: (choice: RunChoice) => void;
}

function RunChoices({ suite, choice, hasAgent, onChange }: RunChoicesProps) {
  const { t } = useTranslation();
  const { agent = "live", medium, line, seeds } = choice;
  return (
    <Stack gap="sm" w={260}>
      {hasAgent && assistantIdOf(suite) !== undefined && (
        <AgentSwitch value={agent} onChange={(next) => onChange({ ...choice, agent: next })} />
      )}
      <NativeSelect
        label={t("simulations.medium")}
        value={medium ?? ""}
        data={[
          { value: "", label: t(suite.medium ? `simulations.mediumOfSuite.${suite.medium}` : "simulations.mediumOfTests") },
          { value: "chat", label: t("simulations.asText") },
          { value: "voice", label: t("simulations.asSound") },
        ]}
        onChange={({ currentTarget: { value } }) => {
          const { medium: _, ...others } = choice;
          onChange(value === "chat" || value === "voice" ? { ...others, medium: value } : others);
        }}
      />
      <NativeSelect
        label={t("simulations.line")}
        description={t("simulations.lineHelp")}
        value={line ?? ""}
        data={[
          { value: "", label: t("simulations.lineOfSuite", { line: lineName(suite, t) }) },
          ...LINES.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const { line: _, ...others } = choice;
          onChange(value === "" ? others : { ...others, line: value });
        }}
      />
      <NumberInput
        label={t("simulations.seeds")}
        description={t("simulations.seedsHelp")}
        min={1}
        max={RUN_MAX_ITERATIONS}
        allowDecimal={false}
        value={seeds ?? suite.iterations ?? 1}
        onChange={(value) => typeof value === "number" && onChange({ ...choice, seeds: value })}
      />
    </Stack>
  );
}

/** The name of the suite's line. */
export function lineName({ line }: TestSuite, t: TFunction): string {
  if (line === undefined) return t("simulations.noLine");
  return typeof line === "string" ? (LINES.find(({ key }) => key === line)?.label ?? line) : t("simulations.ownLine");
}

/** The user's draft or the published version. */
export function AgentSwitch({ value, onChange }: { value: "draft" | "live"; onChange: (value: "draft" | "live") => void }) {
  const { t } = useTranslation();
  return (
    <Group gap={8} wrap="nowrap">
      <Text component="span" className="visually-hidden" id="tested-version">
        {t("simulations.tested")}
      </Text>
      <SegmentedControl
        aria-labelledby="tested-version"
        value={value}
        data={[
          { value: "draft", label: t("testRuns.draft") },
          { value: "live", label: t("simulations.live") },
        ]}
        onChange={(next) => onChange(next === "draft" ? "draft" : "live")}
      />
    </Group>
  );
}

/** Starts runs, and says why one could not be started. */
export function useStart(suite: TestSuite, onStarted?: (run: SimulationRun) => void) {
  const { t } = useTranslation();
  const start = useStartSimulations(suite, (run) => {
    notifications.show({ message: t("simulations.started", { count: run.itemCounts?.total ?? 0 }) });
    // Which tools are not run, or what they reach.
    if (run.message !== undefined) notifications.show({ color: "yellow", message: run.message, autoClose: WARNING_MS });
    onStarted?.(run);
  });
  return {
    isPending: start.isPending,
    run: (choice: RunChoice) =>
      start.mutate(choice, {
        onError: ({ message }) => notifications.show({ color: "red", message: t("testRuns.startFailed", { reason: message }) }),
      }),
  };
}
