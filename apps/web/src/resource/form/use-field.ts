import { useTranslation } from "react-i18next";
import { problemAt } from "../problems.ts";
import type { FieldTexts } from "../resource.ts";
import { humanName, humanValue, unitOf, withoutId } from "./field-names.ts";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import type { Choice } from "./shape.ts";

/** The place of a field without the places in lists, as texts and parts name it: `members.assistantId`. */
export function keyOf(path: FieldProps["path"]): string {
  return path.filter((step) => typeof step === "string").join(".");
}

/** What a field is called and what is wrong with it. `name` is where a problem's link leads. */
export function useField({ path, schema, isRequired, label }: Pick<FieldProps, "path" | "schema" | "isRequired" | "label">) {
  const { t } = useTranslation();
  const { problems } = useForm();
  const wordsOf = useFieldWords();
  const words = wordsOf(path, schema);
  const name = path.join(".");
  const { default: byDefault } = schema;
  const isSimple = typeof byDefault === "string" || typeof byDefault === "number" || typeof byDefault === "boolean";
  const defaultText = isSimple && byDefault !== "" ? t("resource.form.default", { value: String(byDefault) }) : undefined;
  return {
    name,
    label: label ?? words.label,
    help: words.help,
    unit: words.unit,
    defaultText,
    error: problemAt(problems, name),
    isRequired,
  };
}

/** Label, help and unit of a field: the resource's own words, then the contract's, then its name. */
export function useFieldWords() {
  const { texts } = useForm();
  return (path: FieldProps["path"], schema: FieldProps["schema"]): FieldTexts & { label: string } => {
    const key = keyOf(path);
    const last = String(path.findLast((step) => typeof step === "string") ?? "");
    const own: FieldTexts = { ...texts.fields?.[last], ...texts.fields?.[key] };
    const { name, unit } = unitOf(last);
    return {
      label: own.label ?? schema.title ?? humanName(withoutId(name)),
      ...(own.help || schema.description ? { help: own.help ?? schema.description } : {}),
      ...(own.unit || unit ? { unit: own.unit ?? unit } : {}),
    };
  };
}

/** A value of an enumeration in words. */
export function useValueWords() {
  const { t } = useTranslation();
  const { texts } = useForm();
  return (value: Choice): string => {
    if (typeof value === "boolean") return t(value ? "resource.form.yes" : "resource.form.no");
    return texts.values?.[String(value)] ?? (typeof value === "string" ? humanValue(value) : String(value));
  };
}
