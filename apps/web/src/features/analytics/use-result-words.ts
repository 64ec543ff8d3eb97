import { CALL_STATUSES, CALL_TYPES } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { explainEnd } from "../../kit/ended-words.ts";
import { referenceTo } from "../../resource/form/references.ts";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { useReferred } from "../../resource/use-choices.ts";
import { splitValue, type ValueName } from "./analytics-search.ts";
import type { ResultRow } from "./chart-data.ts";

/** Group names for people: assistants by their names, codes of the platform as words, variables by their values. */
export function useGroupNames(rows: readonly ResultRow[]) {
  const { t } = useTranslation();
  const ids = rows.flatMap(({ assistantId }) => (typeof assistantId === "string" ? [assistantId] : []));
  const assistants = useReferred(referenceTo("assistants"), ids);
  return (key: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("analytics.none");
    const word = String(value);
    const assistant = assistants.get(word);
    if (key === "assistantId") return (assistant && nameOfEntity(assistant)) ?? word;
    if (key === "analysis.successEvaluation" && (word === "true" || word === "false"))
      return t(word === "true" ? "overview.successful" : "overview.failed");
    if (key === "endedReason") return explainEnd(word).sentence;
    const status = CALL_STATUSES.find((each) => each === word);
    if (key === "status" && status) return t(`calls.status.${status}`);
    const type = CALL_TYPES.find((each) => each === word);
    return key === "type" && type ? t(`call.type.${type}`) : word;
  };
}

/** "Average of duration (s)". */
export function useValueText() {
  const { t } = useTranslation();
  return (name: ValueName) => {
    const { operation, column } = splitValue(name);
    return `${t(`analytics.operationNames.${operation}`)} ${t(`analytics.columnNames.${column}`)}`;
  };
}
