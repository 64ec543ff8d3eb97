import type { UnsupportedField } from "@callwright/contract";
import { useTranslation } from "react-i18next";

/** The text below a field: its help, and that it has no effect. */
export function useSupportWords(): (help: string | undefined, unsupported: UnsupportedField | undefined) => string | undefined {
  const { t } = useTranslation();
  return (help, unsupported) => {
    if (!unsupported) return help;
    const { effect, reason } = unsupported;
    const words = effect === "refused" ? reason : t("resource.form.noEffect", { reason });
    return help ? `${words} ${help}` : words;
  };
}
