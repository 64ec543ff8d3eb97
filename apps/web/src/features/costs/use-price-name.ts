import { EVERY_MODEL, type Price } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../kit/field-names.ts";

/** "Model · OpenAI gpt-4.1-mini". */
export function usePriceName(): (price: Pick<Price, "part" | "provider" | "model">) => string {
  const { t } = useTranslation();
  return ({ part, provider, model }) =>
    `${t(`costs.parts.${part}`)} · ${humanValue(provider)} ${model === EVERY_MODEL ? t("costs.everyModel") : model}`;
}
