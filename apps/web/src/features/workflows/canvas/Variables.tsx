import { isFields, type JsonSchema } from "@callwright/contract";
import { Button, NativeSelect, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../../kit/AddButton.tsx";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { InspectorPart } from "../../../kit/canvas/Inspector.tsx";
import { Switch } from "../../../kit/Switch.tsx";
import { useTyped } from "../../../kit/use-typed.ts";

/** What the rows of this list can change of a variable. */
const TYPES = ["string", "number", "integer", "boolean"] as const;

interface Plan {
  schema?: JsonSchema | undefined;
  aliases?: { key: string; value: string }[] | undefined;
}

interface VariablesProps {
  plan: Plan | undefined;
  isReadOnly: boolean;
  /** The step asks for the values. Otherwise, an answer of a server has them. */
  isAsked: boolean;
  /** Undefined removes the plan. */
  onChange: (plan: Plan | undefined) => void;
}

/** The variables that a step keeps: a line each, which opens its form. */
export function Variables({ plan, isReadOnly, isAsked, onChange }: VariablesProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<string>();
  const schema: Partial<JsonSchema> = plan?.schema ?? {};
  const properties = isFields(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const entries: [name: string, property: unknown][] = Object.entries(properties);
  const typeName = (property: unknown) => {
    const { type } = isFields(property) ? property : {};
    const known = TYPES.find((each) => each === type);
    return known ? t(`workflows.keeps.types.${known}`) : t("workflows.keeps.types.other", { type: String(type ?? "") });
  };
  const write = (next: [name: string, property: unknown][], needed: readonly string[]) => {
    const { schema: _, ...rest } = plan ?? {};
    if (next.length === 0 && rest.aliases === undefined) return onChange(undefined);
    const { properties: __, required: ___, ...others } = schema;
    const kept = needed.filter((name) => next.some(([each]) => each === name));
    onChange({
      ...rest,
      ...(next.length > 0 && {
        schema: {
          ...others,
          type: "object",
          properties: Object.fromEntries(next),
          ...(kept.length > 0 && { required: kept }),
        } as JsonSchema,
      }),
    });
  };
  const add = () => {
    let name: string = t("workflows.keeps.newName");
    for (let number = 2; name in properties; number += 1) name = `${t("workflows.keeps.newName")}${number}`;
    write([...entries, [name, { type: "string" }]], isAsked ? [...required, name] : required);
    setOpened(name);
  };
  return (
    <InspectorPart
      title={t("workflows.keeps.title")}
      action={
        !isReadOnly && (
          <AddButton variant="subtle" onClick={add}>
            {t("workflows.keeps.add")}
          </AddButton>
        )
      }
    >
      {entries.length + (plan?.aliases?.length ?? 0) === 0 && <p className={classes.note}>{t("workflows.keeps.none")}</p>}
      <ul className={classes.rows}>
        {entries.map(([name, property], index) => {
          const isNeeded = required.includes(name);
          const isOpen = opened === name;
          return (
            // By its place: a variable that is renamed keeps its form and the focus.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list changes at its end only
            <li key={index}>
              <UnstyledButton
                className={classes.line ?? ""}
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? undefined : name)}
              >
                <span className={classes.variableName}>{name}</span>
                <span className={classes.what}>{typeName(property)}</span>
                {isAsked && (
                  <span className={classes.quiet}>{t(isNeeded ? "workflows.keeps.needed" : "workflows.keeps.ifNamed")}</span>
                )}
              </UnstyledButton>
              {isOpen && (
                <VariableForm
                  name={name}
                  property={isFields(property) ? property : {}}
                  taken={entries.map(([each]) => each)}
                  isNeeded={isAsked ? isNeeded : undefined}
                  isReadOnly={isReadOnly}
                  onChange={(nextName, nextProperty, needed) => {
                    const others = required.filter((each) => each !== name);
                    write(entries.with(index, [nextName, nextProperty]), needed ? [...others, nextName] : others);
                    setOpened(nextName);
                  }}
                  onRemove={() => {
                    write(entries.toSpliced(index, 1), required);
                    setOpened(undefined);
                  }}
                />
              )}
            </li>
          );
        })}
        {plan?.aliases?.map(({ key, value }) => (
          <li key={key}>
            <span className={classes.line}>
              <span className={classes.variableName}>{key}</span>
              <span className={`${classes.what} mono`}>{value}</span>
            </span>
          </li>
        ))}
      </ul>
    </InspectorPart>
  );
}

interface VariableFormProps {
  name: string;
  property: Readonly<Record<string, unknown>>;
  taken: readonly string[];
  /** Undefined: it is not asked for. */
  isNeeded: boolean | undefined;
  isReadOnly: boolean;
  onChange: (name: string, property: unknown, isNeeded: boolean) => void;
  onRemove: () => void;
}

function VariableForm({ name, property, taken, isNeeded, isReadOnly, onChange, onRemove }: VariableFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useTyped(name);
  const isTaken = typed !== name && taken.includes(typed);
  const isNamed = /^[a-zA-Z]\w*$/.test(typed);
  const rename = () => {
    if (isNamed && !isTaken && typed !== name) onChange(typed, property, isNeeded === true);
  };
  const set = (change: Record<string, unknown>) => onChange(name, { ...property, ...change }, isNeeded === true);
  const isSimple = TYPES.some((type) => type === property.type);
  return (
    <div className={classes.opened}>
      <TextInput
        label={t("workflows.keeps.name")}
        value={typed}
        error={isTaken ? t("workflows.keeps.taken") : isNamed ? undefined : t("workflows.keeps.badName")}
        disabled={isReadOnly}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === "Enter" && rename()}
      />
      <TextInput
        label={t("workflows.keeps.about")}
        placeholder={t("workflows.keeps.aboutExample")}
        value={typeof property.description === "string" ? property.description : ""}
        disabled={isReadOnly}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      {isSimple && (
        <NativeSelect
          label={t("workflows.keeps.type")}
          data={TYPES.map((type) => ({ value: type, label: t(`workflows.keeps.types.${type}`) }))}
          value={String(property.type)}
          disabled={isReadOnly}
          onChange={(event) => set({ type: event.currentTarget.value })}
        />
      )}
      {isNeeded !== undefined && (
        <Switch
          label={t("workflows.keeps.ask")}
          checked={isNeeded}
          disabled={isReadOnly}
          onChange={(event) => onChange(name, property, event.currentTarget.checked)}
        />
      )}
      {!isReadOnly && (
        <Button size="compact-sm" onClick={onRemove}>
          {t("canvas.remove", { name })}
        </Button>
      )}
    </div>
  );
}
