import { useTranslation } from "react-i18next";

/** The success evaluation of a call: pass and fail in words, values of other rubrics as they are. */
export function Success({ value }: { value: string | undefined }) {
  const { t } = useTranslation();
  if (value === undefined) return "–";
  return value === "true" || value === "false" ? t(`calls.succeeded.${value}`) : value;
}
