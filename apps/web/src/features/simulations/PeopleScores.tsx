import type { HumanScore, ScorerResult, SimulationRun, SimulationRunItem } from "@callwright/contract";
import { SegmentedControl, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import classes from "./runs.module.css";
import { suiteRunKeys } from "./suite-run-keys.ts";

/** A model judged it, so that people can say whether they agree. */
export const isJudged = ({ check, isSkipped, isUnjudged }: ScorerResult): boolean =>
  check === undefined && !isSkipped && !isUnjudged;

const OPEN = "open";
type Verdict = HumanScore["result"] | typeof OPEN;

/** What people say about a criterion that a model judged. `scorer`: its place. */
export function PeopleScores({ run, item, scorer }: { run: SimulationRun; item: SimulationRunItem; scorer: number }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const id = useId();
  const score = useScore(run.id, item);
  const mayScore = useMayEdit("scoreSimulationRunItem");
  const all = item.results?.humanScores ?? [];
  const own = all.filter(({ userId }) => userId === user.id);
  const mine: Verdict = own.find((each) => each.scorer === scorer)?.result ?? OPEN;
  const others = all.filter((each) => each.scorer === scorer && each.userId !== user.id);
  const say = (verdict: Verdict) => {
    const kept = own.filter((each) => each.scorer !== scorer).map(({ scorer: at, result, note }) => scored(at, result, note));
    score.mutate(verdict === OPEN ? kept : [...kept, scored(scorer, verdict)]);
  };
  return (
    <div className={classes.scores}>
      {others.map(({ by, userId, result }) => (
        <Text key={userId ?? by} size="sm" c="dimmed">
          {t(`simulations.scores.${result}By`, { name: by ?? t("simulations.scores.somebody") })}
        </Text>
      ))}
      {mayScore && (
        <>
          <span id={id} className={classes.who}>
            {t("simulations.scores.yours")}
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby={id}
            value={mine}
            disabled={score.isPending}
            data={([OPEN, "pass", "fail"] as const).map((value) => ({ value, label: t(`simulations.scores.${value}`) }))}
            onChange={(value) => say(value as Verdict)}
          />
        </>
      )}
    </div>
  );
}

const scored = (scorer: number, result: HumanScore["result"], note?: string) => ({
  scorer,
  result,
  ...(note !== undefined && { note }),
});

function useScore(id: string, item: SimulationRunItem) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scores: ReturnType<typeof scored>[]) =>
      client.simulationRuns.scoreItem({ id, itemId: item.id, body: { scores } }),
    onSuccess: (scoredItem) => {
      queryClient.setQueryData(suiteRunKeys.item(id, item.id), scoredItem);
      // The agreement.
      void queryClient.invalidateQueries({ queryKey: suiteRunKeys.run(id) });
    },
    onError: ({ message }) => notifications.show({ color: "red", message: t("simulations.scores.failed", { reason: message }) }),
  });
}

/** "People agree with the judge in 8 of 9 verdicts (Cohen's kappa 0.78)." */
export function AgreementText({ run: { agreement } }: { run: SimulationRun }) {
  const { t } = useTranslation();
  if (!agreement) return null;
  const { agreed, scored: count, kappa } = agreement;
  return (
    <Text size="sm" c="dimmed">
      {t("simulations.scores.agreement", { agreed: String(agreed), count })}
      {kappa !== undefined && ` ${t("simulations.scores.kappa", { kappa: kappa.toFixed(2) })}`}
    </Text>
  );
}
