import type { JsonSchema } from "@callwright/contract";
import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { readJson } from "../../../resource/json/json-text.ts";
import classes from "./test-pane.module.css";

interface ArgumentFieldsProps {
  parameters: Readonly<Record<string, JsonSchema>>;
  given: Readonly<Record<string, unknown>>;
  onChange: (given: Record<string, unknown>) => void;
}

/** The arguments of a tool call, one line each. An empty line is not given. */
export function ArgumentFields({ parameters, given, onChange }: ArgumentFieldsProps) {
  const names = [...new Set([...Object.keys(parameters), ...Object.keys(given)])];
  return names.map((name) => (
    <ArgumentField
      key={name}
      name={name}
      schema={parameters[name] ?? schemaOf(given[name])}
      value={given[name]}
      onChange={(next) => {
        const { [name]: _, ...rest } = given;
        onChange(next === undefined ? rest : { ...given, [name]: next });
      }}
    />
  ));
}

interface ArgumentFieldProps {
  name: string;
  schema: JsonSchema;
  value: unknown;
  onChange: (value: unknown) => void;
}

function ArgumentField({ name, schema, value, onChange }: ArgumentFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const control = { id, size: "xs", placeholder: t("toolTest.notGiven") };
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  const choices = schema.enum ?? (schema.type === "boolean" ? [true, false] : undefined);
  const field = () => {
    if (choices) {
      return (
        <NativeSelect
          {...control}
          data={[{ value: "", label: t("toolTest.notGiven") }, ...choices.map(String)]}
          value={text}
          onChange={(event) => onChange(choices.find((each) => String(each) === event.currentTarget.value))}
        />
      );
    }
    if (schema.type === "number" || schema.type === "integer") {
      return (
        <NumberInput
          {...control}
          hideControls
          allowDecimal={schema.type === "number"}
          value={typeof value === "number" ? value : ""}
          onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
        />
      );
    }
    if (schema.type !== "string") return <JsonArgument {...control} text={text} onChange={onChange} />;
    return (
      <TextInput
        {...control}
        type={schema.format === "date" ? "date" : "text"}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
      />
    );
  };
  return (
    <div className={classes.argument}>
      <label className={classes.argumentName} htmlFor={id} title={name}>
        {name}
      </label>
      {field()}
    </div>
  );
}

interface JsonArgumentProps {
  id: string;
  size: string;
  placeholder: string;
  text: string;
  onChange: (value: unknown) => void;
}

/** A list or an object. What is no JSON yet is sent as text. */
function JsonArgument({ text, onChange, ...control }: JsonArgumentProps) {
  const [typed, setTyped] = useState(text);
  const read = readJson(typed);
  const isOld = read.ok && JSON.stringify(read.value) !== text && text !== typed;
  return (
    <TextInput
      {...control}
      className={classes.json ?? ""}
      value={isOld ? text : typed}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const parsed = readJson(next);
        onChange(next === "" ? undefined : parsed.ok ? parsed.value : next);
      }}
    />
  );
}

/** The form of a value whose parameter is not described. */
function schemaOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: "array" };
  if (typeof value === "number" || typeof value === "boolean") return { type: typeof value as "number" | "boolean" };
  return { type: typeof value === "object" && value !== null ? "object" : "string" };
}
