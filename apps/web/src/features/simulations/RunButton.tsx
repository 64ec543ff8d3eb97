import {
  LINES,
  LIST_LIMIT,
  RUN_MAX_ITERATIONS,
  type SimulationEstimate,
  type SimulationRun,
  type TestSuite,
  UNPUBLISHED_VERSION,
} from "@callwright/contract";
import { Button, Group, NativeSelect, NumberInput, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconPlayerPlay } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { referenceTo } from "../../resource/form/references.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { useReferred } from "../../resource/use-choices.ts";
import classes from "./runs.module.css";
import { estimateQuery, useStartSimulations } from "./simulation-queries.ts";
import { assistantIdOf, type RunChoice } from "./start-body.ts";

/** Long enough to read the names of tools. */
const WARNING_MS = 15_000;

interface RunButtonProps {
  suite: TestSuite;
  /** Only these tests. */
  testIds?: readonly string[];
  /** Chosen outside of this button. */
  tested?: TestedAgent;
  /** Why it cannot be run now, such as unsaved changes. */
  isDisabled?: boolean;
  /** Called on the click, so that no later answer moves a person who has gone elsewhere. */
  onPress?: () => void;
}

/** Runs a suite, or some of its tests. The arrow beside it chooses the version, the medium and the seeds. */
export function RunButton({ suite, testIds, tested, isDisabled = false, onPress }: RunButtonProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<RunChoice>({});
  const own = useTestedAgent(suite);
  const [asks, setAsks] = useState<SimulationEstimate>();
  const start = useStart(suite);
  const client = useClient();
  const queryClient = useQueryClient();
  const { chosen: agent } = tested ?? own;
  const whole = { ...choice, ...(agent && { agent }), ...(testIds && { testIds }) };
  const run = useMutation({
    // What cannot be estimated cannot be started either, and the start says why.
    mutationFn: () => queryClient.fetchQuery(estimateQuery(client, suite, whole)).catch(() => undefined),
    onSuccess: (estimate) => (estimate && !isFree(estimate) ? setAsks(estimate) : start.run(whole)),
  });
  if (!useMayEdit("createSimulationRun")) return null;
  return (
    <Button.Group>
      {asks && (
        <FormDialog
          title={t("simulations.estimate.title")}
          action={t("testRuns.runTest")}
          onSubmit={() => {
            setAsks(undefined);
            start.run(whole);
          }}
          onClose={() => setAsks(undefined)}
        >
          <EstimateText estimate={asks} />
        </FormDialog>
      )}
      <Button
        variant="filled"
        leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
        loading={run.isPending || start.isPending}
        disabled={isDisabled}
        onClick={() => {
          onPress?.();
          run.mutate();
        }}
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
          <RunChoices suite={suite} choice={choice} tested={tested ? undefined : own} onChange={setChoice} />
          <Estimate suite={suite} choice={whole} />
        </Popover.Dropdown>
      </Popover>
    </Button.Group>
  );
}

const isFree = ({ cost, unpriced }: SimulationEstimate): boolean => cost === 0 && unpriced.length === 0;

/** What the chosen run would cost. */
function Estimate({ suite, choice }: { suite: TestSuite; choice: RunChoice }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({ ...estimateQuery(useClient(), suite, choice), placeholderData: keepPreviousData });
  return (
    <div role="status" className={classes.estimate}>
      {data && !error && <EstimateText estimate={data} />}
      {error && <Text size="sm">{t("simulations.estimate.failed", { reason: error.message })}</Text>}
    </div>
  );
}

/** "20 conversations, about 5 min of calls, at least $1.20" */
function EstimateText({ estimate }: { estimate: SimulationEstimate }) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const { conversations, minutes, cost, unpriced } = estimate;
  const price = () => {
    if (isFree(estimate)) return t("simulations.estimate.free");
    if (cost === 0) return t("simulations.estimate.unknown");
    return t(unpriced.length === 0 ? "simulations.estimate.about" : "simulations.estimate.atLeast", { cost: dollars(cost) });
  };
  const parts = [
    t("simulations.estimate.conversations", { count: conversations }),
    ...(minutes > 0 ? [t("simulations.estimate.minutes", { minutes: String(Math.ceil(minutes)) })] : []),
    price(),
  ];
  return (
    <>
      <Text size="sm">{parts.join(", ")}</Text>
      {unpriced.length > 0 && (
        <Text size="sm" c="dimmed">
          {t("simulations.estimate.unpriced", {
            parts: unpriced.map(({ part, provider, model }) => `${part} ${provider} ${model}`).join(", "),
          })}
        </Text>
      )}
    </>
  );
}

interface RunChoicesProps {
  suite: TestSuite;
  choice: RunChoice;
  tested: TestedAgent | undefined;
  onChange: (choice: RunChoice) => void;
}

function RunChoices({ suite, choice, tested, onChange }: RunChoicesProps) {
  const { t } = useTranslation();
  const { medium, phoneNumberId, line, seeds } = choice;
  const numbers = useSimulatedNumbers();
  return (
    <Stack gap="sm" w={260}>
      {tested && assistantIdOf(suite) !== undefined && <AgentSwitch tested={tested} />}
      <NativeSelect
        label={t("simulations.medium")}
        value={phoneNumberId ?? medium ?? ""}
        data={[
          { value: "", label: t(suite.medium ? `simulations.mediumOfSuite.${suite.medium}` : "simulations.mediumOfTests") },
          { value: "chat", label: t("simulations.asText") },
          { value: "voice", label: t("simulations.asSound") },
          ...numbers.map(({ id, number }) => ({ value: id, label: t("simulations.asCall", { number }) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const { medium: _, phoneNumberId: __, ...others } = choice;
          if (value === "") onChange(others);
          else if (value === "chat" || value === "voice") onChange({ ...others, medium: value });
          else onChange({ ...others, medium: "voice", phoneNumberId: value });
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

/** Numbers of the simulated line that an agent answers. Calls to others would reach telephones. */
function useSimulatedNumbers(): { id: string; number: string }[] {
  const client = useClient();
  const numbers = useQuery({
    queryKey: resourceKeys.found("phone-numbers", "simulated"),
    queryFn: ({ signal }) => client.phoneNumbers.list({ query: { limit: LIST_LIMIT.max }, signal }),
  }).data;
  return (numbers ?? []).flatMap(({ id, provider, number, assistantId, squadId, workflowId }) =>
    provider === "simulated" && typeof number === "string" && (assistantId ?? squadId ?? workflowId) != null
      ? [{ id, number }]
      : [],
  );
}

/** The name of the suite's line. */
export function lineName({ line }: TestSuite, t: TFunction): string {
  if (line === undefined) return t("simulations.noLine");
  return typeof line === "string" ? (LINES.find(({ key }) => key === line)?.label ?? line) : t("simulations.ownLine");
}

/** What of an assistant is tested: the user's draft or the published version. */
interface TestedAgent {
  /** By the user. Without a choice, it is the published version, or the draft of an assistant that has none. */
  chosen: RunChoice["agent"];
  choose: (agent: "draft" | "live") => void;
  isUnpublished: boolean;
}

const ASSISTANTS = referenceTo("assistants");

export function useTestedAgent(suite: TestSuite): TestedAgent {
  const id = assistantIdOf(suite) ?? "";
  const assistants = useReferred(ASSISTANTS, id === "" ? [] : [id]);
  const [chosen, choose] = useState<"draft" | "live">();
  return { chosen, choose, isUnpublished: assistants.get(id)?.latestVersion === UNPUBLISHED_VERSION };
}

export function AgentSwitch({ tested: { chosen, choose, isUnpublished } }: { tested: TestedAgent }) {
  const { t } = useTranslation();
  return (
    <Group gap={8} wrap="nowrap">
      <Text component="span" className="visually-hidden" id="tested-version">
        {t("simulations.tested")}
      </Text>
      <SegmentedControl
        aria-labelledby="tested-version"
        value={chosen ?? (isUnpublished ? "draft" : "live")}
        data={[
          { value: "draft", label: t("testRuns.draft") },
          { value: "live", label: t("simulations.live"), disabled: isUnpublished },
        ]}
        onChange={(next) => choose(next === "draft" ? "draft" : "live")}
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
