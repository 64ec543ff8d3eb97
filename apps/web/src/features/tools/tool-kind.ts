import type { TFunction } from "i18next";
import { humanValue } from "../../kit/field-names.ts";

/** A tool's kind in words. */
export function toolKind(t: TFunction, type: string): string {
  const words: Readonly<Record<string, string>> = t("tools.values", { returnObjects: true });
  return words[type] ?? humanValue(type);
}
