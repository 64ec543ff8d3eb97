import { useTranslation } from "react-i18next";
import { problemAt } from "../problems.ts";
import type { FieldTexts } from "../resource.ts";
import { humanName, humanValue, singularName, unitOf, withoutId } from "./field-names.ts";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { type Choice, shapeOf } from "./shape.ts";

/** The place of a field without the places in lists, as texts and parts name it: `members.assistantId`. */
export function keyOf(path: FieldProps["path"]): string {
  return path.filter((step) => typeof step === "string").join(".");
}

/** What a field is called and what is wrong with it. `name` is where a problem's link leads. */
export function useField({ path, schema, isRequired, label }: Pick<FieldProps, "path" | "schema" | "isRequired" | "label">) {
  const { t } = useTranslation();
  const { root, problems } = useForm();
  const wordsOf = useFieldWords();
  const wordsOfValue = useValueWords();
  const words = wordsOf(path, schema);
  const name = path.join(".");
  const { default: byDefault } = schema;
  const isSimple = typeof byDefault === "string" || typeof byDefault === "number" || typeof byDefault === "boolean";
  // What is chosen is told in the words of the choice, what is typed as one would type it.
  const isChosen = ["boolean", "choice"].includes(shapeOf(schema, String(path.at(-1)), root).kind);
  const defaultText =
    isSimple && byDefault !== ""
      ? t("resource.form.default", { value: isChosen ? wordsOfValue(byDefault) : String(byDefault) })
      : undefined;
  return {
    name,
    label: label ?? words.label,
    one: words.one,
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
  return (path: FieldProps["path"], schema: FieldProps["schema"]): FieldTexts & { label: string; one: string } => {
    const key = keyOf(path);
    const last = String(path.findLast((step) => typeof step === "string") ?? "");
    const own: FieldTexts = { ...texts.fields?.[last], ...texts.fields?.[key] };
    const { name, unit } = unitOf(last);
    const given = own.label ?? schema.title;
    return {
      label: given ?? humanName(withoutId(name)),
      // Only of a name is known which language it is in.
      one: own.one ?? given ?? humanName(singularName(withoutId(name))),
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
