import type { Ending } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { providerName } from "../../kit/provider-names.ts";
import { useFormat } from "../../kit/use-format.ts";
import type { ConfigProblem } from "../problems.ts";
import { useEndings } from "./use-catalog.ts";

/** A sentence about something that ends, or has ended. */
export function useEndingSentence(): (ending: Omit<Ending, "path">) => string {
  const { t } = useTranslation();
  const { calendarDay } = useFormat();
  return ({ provider, name, retires, hasEnded, successor }) => {
    const named = { provider: providerName(provider) ?? provider, name, date: calendarDay(retires) };
    const what = t(hasEnded ? "catalog.hasEnded" : "catalog.ends", named);
    return `${what} ${successor === undefined ? t("catalog.chooseAnother") : t("catalog.successor", { successor })}`;
  };
}

/** A warning for each model, voice and transcriber of a configuration that ends soon, or has ended. `onFix`: shows the change to its successor. */
export function useEndingWarnings(config: object, onFix?: (ending: Ending) => void): readonly ConfigProblem[] {
  const { t } = useTranslation();
  const sentenceOf = useEndingSentence();
  return useEndings(config).map((ending) => ({
    ...{ path: ending.path, message: sentenceOf(ending) },
    ...(onFix && ending.successor !== undefined && { action: { label: t("catalog.showChange"), run: () => onFix(ending) } }),
  }));
}
