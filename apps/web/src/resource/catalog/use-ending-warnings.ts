import { type CatalogRow, type Ending, lifeOf } from "@callwright/contract";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../kit/field-names.ts";
import { useFormat } from "../../kit/use-format.ts";
import type { ConfigProblem } from "../problems.ts";
import { useProviderSupports } from "../use-provider-supports.ts";
import { useCatalog, useEndings } from "./use-catalog.ts";

/** A sentence about something that ends, or has ended. */
export function useEndingSentence(): (ending: Omit<Ending, "path">) => string {
  const { t } = useTranslation();
  const { calendarDay } = useFormat();
  const otherVoice = useOtherVoice();
  return useCallback(
    ({ part, provider, name, retires, hasEnded, successor }) => {
      const named = { provider: humanValue(provider), name, date: calendarDay(retires) };
      const what = t(hasEnded ? "catalog.hasEnded" : "catalog.ends", named);
      if (successor !== undefined) return `${what} ${t("catalog.successor", { successor })}`;
      return `${what} ${part === "voice" ? otherVoice(provider) : t("catalog.chooseAnother")}`;
    },
    [t, calendarDay, otherVoice],
  );
}

/** Advice for a voice that ends without a successor: a provider of voices that runs here, or else the voices without a key. */
function useOtherVoice(): (ending: string) => string {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const supports = useProviderSupports("voice");
  const ready = Object.keys(supports).filter((provider) => supports[provider]?.state === "ready");
  const key = ready.join(" ");
  const [nowMs] = useState(Date.now);
  return useCallback(
    (ending) => {
      const runs = new Set(key.split(" "));
      const lives = (row: CatalogRow) => row.quality !== undefined && ["new", "current"].includes(lifeOf(row, nowMs));
      const other = catalog.rows.find(
        (row) => row.part === "voice" && row.provider !== ending && runs.has(row.provider) && lives(row),
      );
      if (other) return t("catalog.otherVoice", { provider: humanValue(other.provider) });
      return t(runs.has("callwright") ? "catalog.localVoice" : "catalog.chooseAnother");
    },
    [t, catalog, key, nowMs],
  );
}

/** The warnings of a configuration that is edited. `shown`: the ending whose change to its successor is being shown. */
export function useEndingChange(config: object, isReadOnly: boolean) {
  const [shown, show] = useState<Ending>();
  return { warnings: useEndingWarnings(config, isReadOnly ? undefined : show), shown, close: () => show(undefined) };
}

/** A warning for each model, voice and transcriber of a configuration that ends soon, or has ended. `onFix`: shows the change to its successor. */
export function useEndingWarnings(config: object, onFix?: (ending: Ending) => void): readonly ConfigProblem[] {
  const { t } = useTranslation();
  const sentenceOf = useEndingSentence();
  const endings = useEndings(config);
  return useMemo(
    () =>
      endings.map((ending) => ({
        path: ending.path,
        message: sentenceOf(ending),
        ...(onFix && ending.successor !== undefined && { action: { label: t("catalog.showChange"), run: () => onFix(ending) } }),
      })),
    [endings, sentenceOf, onFix, t],
  );
}
