import { useTranslation } from "react-i18next";
import { humanName, humanValue, singularName, unitOf, withoutId, withUnit } from "../../kit/field-names.ts";
import { useFormat } from "../../kit/use-format.ts";
import { problemAt } from "../problems.ts";
import type { FieldTexts } from "../resource.ts";
import { useSupportWords } from "../use-support-words.ts";
import type { FieldProps } from "./field-props.ts";
import { type FormState, useForm } from "./form-context.ts";
import { type Choice, shapeOf } from "./shape.ts";

/** The path of a field without list indexes, as in texts and parts: `members.assistantId`. */
export function keyOf(path: FieldProps["path"]): string {
  return path.filter((step) => typeof step === "string").join(".");
}

/** Label and error of a field. `name` is the target of a problem's link. */
export function useField({ path, schema, isRequired, label }: Pick<FieldProps, "path" | "schema" | "isRequired" | "label">) {
  const { t } = useTranslation();
  const { root, problems, support, defaults } = useForm();
  const supportWords = useSupportWords();
  const { duration } = useFormat();
  const wordsOf = useFieldWords();
  const wordsOfValue = useValueWords();
  const words = wordsOf(path, schema);
  const name = path.join(".");
  const unsupported = support.unsupportedAt(path);
  const { default: byDefault } = schema;
  const isSimple = typeof byDefault === "string" || typeof byDefault === "number" || typeof byDefault === "boolean";
  const spanOf = (value: unknown) => (words.unit === "s" && typeof value === "number" ? duration(value) : undefined);
  const typedValue = (value: string | number | boolean) => {
    const [text, span] = [typeof value === "number" ? withUnit(value, words.unit) : String(value), spanOf(value)];
    return span ? `${text} (${span})` : text;
  };
  // Shows a choice by its label, and a typed value unchanged.
  const isChosen = ["boolean", "choice"].includes(shapeOf(schema, String(path.at(-1)), root).kind);
  const defaultText =
    defaults[name] ??
    (isSimple && byDefault !== ""
      ? t("resource.form.default", { value: isChosen ? wordsOfValue(byDefault) : typedValue(byDefault) })
      : undefined);
  return {
    name,
    label: label ?? words.label,
    one: words.one,
    help: supportWords(words.help, unsupported),
    /** The host refuses the value `true`. */
    isRefused: unsupported?.effect === "refused",
    unit: words.unit,
    spanOf,
    defaultText,
    error: problemAt(problems, name),
    isRequired,
  };
}

/** Label, help and unit of a field: from the resource's texts, then the contract, then the field's name. */
export function fieldWords(
  { fields = {} }: FormState["texts"],
  path: FieldProps["path"],
  schema: FieldProps["schema"],
): FieldWords {
  const key = keyOf(path);
  const last = String(path.findLast((step) => typeof step === "string") ?? "");
  const own: FieldTexts = { ...fields[last], ...fields[key] };
  const { name, unit: ending } = unitOf(last);
  const unit = own.unit ?? (typeof schema.unit === "string" ? schema.unit : ending);
  const given = own.label ?? schema.title;
  return {
    label: given ?? humanName(withoutId(name)),
    // Only field names have a known language.
    one: own.one ?? given ?? humanName(singularName(withoutId(name))),
    ...(own.help || schema.description ? { help: own.help ?? schema.description } : {}),
    ...(unit ? { unit } : {}),
  };
}

type FieldWords = FieldTexts & { label: string; one: string };

/** Label, help and unit of a field in this form. */
export function useFieldWords() {
  const { texts } = useForm();
  return (path: FieldProps["path"], schema: FieldProps["schema"]) => fieldWords(texts, path, schema);
}

/** The label of an enumeration value. */
export function useValueWords() {
  const { t } = useTranslation();
  const { texts } = useForm();
  return (value: Choice): string => {
    if (typeof value === "boolean") return t(value ? "resource.form.yes" : "resource.form.no");
    return texts.values?.[String(value)] ?? (typeof value === "string" ? humanValue(value) : String(value));
  };
}
