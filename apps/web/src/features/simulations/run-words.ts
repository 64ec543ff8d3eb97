import type { ListedSimulationRun, SimulationRun } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";

type Run = SimulationRun | ListedSimulationRun;

/** How screens name runs and what they ran. */
export function useRunWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const versionOf = ({ isDraft, assistantVersion }: Run): string | undefined =>
    isDraft
      ? t("testRuns.draft")
      : assistantVersion === undefined
        ? undefined
        : t("testRuns.version", { version: String(assistantVersion) });
  return {
    /** "Draft" or "v14". Undefined for squads and workflows. */
    versionOf,
    /** "v14 · Nov 30, 14:20" */
    nameOf: (run: Run): string =>
      [run.name ?? versionOf(run), format.dayTime(run.createdAt)].filter((each) => each !== undefined).join(" · "),
    /** How long it took, or takes so far: "4 min 12 s". */
    lengthOf: ({ startedAt, endedAt }: Run, nowMs: number): string | undefined => {
      if (startedAt === undefined) return undefined;
      const seconds = Math.round(((endedAt === undefined ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt)) / 1000);
      const minutes = Math.floor(seconds / 60);
      return minutes === 0
        ? t("simulations.seconds", { seconds: String(seconds) })
        : t("simulations.minutes", { minutes: String(minutes), seconds: String(seconds % 60) });
    },
  };
}

/** Passes among the items with a result. */
export function countOfRun({ itemCounts }: Run): { passed: number; total: number } {
  const { passed = 0, failed = 0 } = itemCounts ?? {};
  return { passed, total: passed + failed };
}
