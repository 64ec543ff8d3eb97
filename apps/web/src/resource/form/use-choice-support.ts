import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";

interface Option {
  value: string;
  label: string;
}

/** The options of a field with choices, with unsupported options last, and why the host does not support the chosen ones. */
export function useChoiceSupport(path: FieldProps["path"], options: readonly Option[], chosen: readonly string[]) {
  const { t } = useTranslation();
  const { supports = {}, isRequired = false } = useForm().support.choicesAt(path) ?? {};
  const isUnsupported = (value: string) => supports[value]?.state === "not-supported";
  const others = options
    .filter(({ value }) => isUnsupported(value))
    .map((option) => ({ ...option, disabled: isRequired && !chosen.includes(option.value) }));
  const reasons = [...new Set(others.map(({ value }) => supports[value]?.reason))];
  const common = reasons.length === 1 ? reasons[0] : undefined;
  const title = t(isRequired ? "resource.form.cannotRun" : "resource.form.noEffectHere");
  // Options have no help texts.
  const group = common === undefined ? title : t("resource.form.because", { title, reason: common });
  return {
    data: [...options.filter(({ value }) => !isUnsupported(value)), ...(others.length > 0 ? [{ group, items: others }] : [])],
    reason: chosen.filter(isUnsupported).map((value) => supports[value]?.reason)[0],
  };
}
