import { ActionIcon, Button, Input, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inSentence } from "../../kit/field-names.ts";
import type { FieldProps } from "./field-props.ts";
import classes from "./form.module.css";
import { useForm } from "./form-context.ts";
import { isFields } from "./union.ts";
import { useField } from "./use-field.ts";

interface Pair {
  key: number;
  name: string;
  text: string;
}

/** A map of names to texts, such as headers. Pairs without a name are dropped. */
export function MapField(field: FieldProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { name, label, one, help, error, isRequired } = useField(field);
  const [pairs, setPairs] = useState(() => pairsOf(field.value));
  const [seen, setSeen] = useState(field.value);
  if (seen !== field.value) {
    // The value changed through these inputs, which are then up to date, or from outside.
    setSeen(field.value);
    if (JSON.stringify(mapOf(pairs)) !== JSON.stringify(field.value ?? {})) setPairs(pairsOf(field.value));
  }
  const change = (next: Pair[]) => {
    setPairs(next);
    const map = mapOf(next);
    field.onChange(Object.keys(map).length > 0 || field.isRequired ? map : undefined);
  };
  const changePair = (key: number, part: Partial<Pair>) =>
    change(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  const nextKey = Math.max(-1, ...pairs.map(({ key }) => key)) + 1;
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={error}
      withAsterisk={isRequired}
      labelElement="div"
      inputWrapperOrder={["label", "description", "error", "input"]}
    >
      {pairs.map((pair, index) => (
        <div key={pair.key} className={classes.pair}>
          <TextInput
            {...(index === 0 ? { name } : {})}
            aria-label={t("resource.form.pairName", { name: label, index: String(index + 1) })}
            placeholder={t("resource.form.pairNameHint")}
            disabled={isReadOnly}
            value={pair.name}
            onChange={(event) => changePair(pair.key, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t("resource.form.pairValue", { name: label, index: String(index + 1) })}
            placeholder={t("resource.form.value")}
            autoComplete="off"
            disabled={isReadOnly}
            value={pair.text}
            onChange={(event) => changePair(pair.key, { text: event.currentTarget.value })}
          />
          {!isReadOnly && (
            <ActionIcon
              aria-label={t("resource.form.remove", { name: pair.name || `${label} ${index + 1}` })}
              onClick={() => change(pairs.filter(({ key }) => key !== pair.key))}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          mt={4}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setPairs([...pairs, { key: nextKey, name: "", text: "" }])}
        >
          {t("resource.form.addItem", { one: inSentence(one) })}
        </Button>
      )}
    </Input.Wrapper>
  );
}

function pairsOf(value: unknown): Pair[] {
  return isFields(value) ? Object.entries(value).map(([name, text], key) => ({ key, name, text: String(text) })) : [];
}

function mapOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(({ name }) => name !== "").map(({ name, text }) => [name, text]));
}
