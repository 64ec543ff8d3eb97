import type { GeneratedScenario, GeneratedScenarios, TestSuite } from "@callwright/contract";
import { Button, Checkbox, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconSparkles } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { Failure } from "../../kit/Failure.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { suiteTestResource } from "./suite-tests.ts";
import classes from "./tests-tab.module.css";

/** Writes tests from the prompt and the tools of what the suite tests. The person picks which to keep. */
export function GenerateTests({ suite, names }: { suite: TestSuite; names: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { assistantId, squadId, workflowId } = suite.targetPlan ?? {};
  const mayGenerate = useMayEdit("generateScenarios");
  const mayAdd = useMayEdit("createScenario");
  const target = assistantId ? { assistantId } : squadId ? { squadId } : workflowId ? { workflowId } : undefined;
  if (!mayGenerate || !mayAdd || !target) return null;
  return (
    <>
      <Button leftSection={<IconSparkles size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t("simulations.generate.open")}
      </Button>
      {isOpen && <GenerateDialog suiteId={suite.id} target={target} names={names} onClose={() => setOpen(false)} />}
    </>
  );
}

interface GenerateDialogProps {
  suiteId: string;
  target: { assistantId: string } | { squadId: string } | { workflowId: string };
  names: ReadonlySet<string>;
  onClose: () => void;
}

function GenerateDialog({ suiteId, target, names, onClose }: GenerateDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { data, error, isPending } = useQuery({
    queryKey: ["generated-tests", suiteId, target],
    queryFn: ({ signal }) => client.scenarios.generate({ body: target, signal }),
    // A model may write others each time, and the prompt may have changed.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [left, setLeft] = useState<ReadonlySet<number>>();
  // Tests that the suite has already are offered, but not chosen.
  const isLeft = (index: number, { name }: GeneratedScenario) => (left ? left.has(index) : names.has(name));
  const chosen = data?.scenarios.filter((scenario, index) => !isLeft(index, scenario)) ?? [];
  const add = useMutation({
    mutationFn: async () => {
      for (const { name, instructions, scorers, toolMocks } of chosen)
        await client.scenarios.create({
          body: {
            name,
            instructions,
            evaluations: [],
            testSuiteId: suiteId,
            ...(scorers && { scorers }),
            ...(toolMocks && { toolMocks }),
          },
        });
    },
    onSuccess: () => {
      notifications.show({ message: t("simulations.generate.added", { count: chosen.length }) });
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: resourceKeys.all(suiteTestResource.path) }),
  });
  const toggle = (index: number) => {
    const next = new Set(data?.scenarios.flatMap((each, place) => (isLeft(place, each) ? [place] : [])));
    if (!next.delete(index)) next.add(index);
    setLeft(next);
  };
  return (
    <FormDialog
      title={t("simulations.generate.title")}
      size="lg"
      action={t("simulations.generate.add", { count: chosen.length })}
      isReady={chosen.length > 0}
      isPending={add.isPending}
      failure={add.error && t("simulations.generate.notAdded", { reason: add.error.message })}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      {isPending && (
        <div role="status" aria-label={t("simulations.generate.writing")}>
          <PageSkeleton />
        </div>
      )}
      <Failure>{error && t("simulations.generate.failed", { reason: error.message })}</Failure>
      {data && <Generated made={data} isLeft={isLeft} onToggle={toggle} />}
    </FormDialog>
  );
}

interface GeneratedProps {
  made: GeneratedScenarios;
  isLeft: (index: number, scenario: GeneratedScenario) => boolean;
  onToggle: (index: number) => void;
}

function Generated({ made: { scenarios, coverageNotes }, isLeft, onToggle }: GeneratedProps) {
  const { t } = useTranslation();
  if (scenarios.length === 0) return <Text c="dimmed">{t("simulations.generate.none")}</Text>;
  return (
    <>
      <ul className={classes.generated}>
        {scenarios.map((scenario, index) => (
          <li key={`${scenario.category} ${scenario.name}`}>
            <Checkbox
              checked={!isLeft(index, scenario)}
              onChange={() => onToggle(index)}
              label={scenario.name}
              description={scenario.instructions}
            />
            {scenario.category !== "happy_path" && <Pill>{t(`simulations.generate.category.${scenario.category}`)}</Pill>}
            <p>{scenario.reasoning}</p>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {coverageNotes}
      </Text>
    </>
  );
}
