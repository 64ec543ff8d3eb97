import { lintLiquid } from "@callwright/contract";
import { Combobox, Textarea, useCombobox } from "@mantine/core";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import classes from "./template-field.module.css";
import { neededVariables, type VariableTexts } from "./template-variables.ts";
import { completionAt, withCompletion } from "./variable-completion.ts";

interface TemplateFieldProps {
  name: string;
  label: string;
  description: string;
  minRows: number;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
  /** Names to complete after `{{`. */
  known: readonly string[];
  /** Variables with a value. */
  remembered: VariableTexts;
}

/** A text with `{{ variables }}`. Names are completed and highlighted; syntax errors and missing values are listed below. */
export function TemplateField(field: TemplateFieldProps) {
  const { label, description, minRows, value, error, onChange, name, known, remembered } = field;
  const { t } = useTranslation();
  const marked = useDeferredValue(value);
  const { pieces, variables, problems } = useMemo(() => lintLiquid(marked), [marked]);
  const unset = useMemo(() => neededVariables(marked).filter((each) => !remembered[each]), [marked, remembered]);
  const isUnset = (text: string) => unset.some((each) => neededVariables(text).includes(each));

  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const completion = caret === undefined ? undefined : completionAt(value, caret, known);
  const combobox = useCombobox({ opened: completion !== undefined, onDropdownClose: () => setCaret(undefined) });
  const complete = (chosen: string) => {
    if (!completion) return;
    const completed = withCompletion(value, completion, chosen);
    setCaret(undefined);
    onChange(completed.text);
    // After the field has the new text.
    window.requestAnimationFrame(() => input.current?.setSelectionRange(completed.caret, completed.caret));
  };

  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={complete} width={260} position="bottom-start" withinPortal>
        <Combobox.EventsTarget>
          <Textarea
            ref={input}
            name={name}
            label={label}
            description={description}
            error={error}
            value={value}
            onChange={(event) => {
              onChange(event.currentTarget.value);
              setCaret(event.currentTarget.selectionStart);
              combobox.selectFirstOption();
            }}
            onBlur={() => setCaret(undefined)}
            onClick={() => setCaret(undefined)}
            autosize
            minRows={minRows}
            classNames={{ input: classes.input ?? "" }}
            inputContainer={(control) => (
              <div className={classes.layers}>
                <div className={classes.marks} aria-hidden="true">
                  {pieces.map(({ kind, text }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
                    <span key={index} className={classes[kind === "variable" && isUnset(text) ? "unset" : kind]}>
                      {text}
                    </span>
                  ))}
                </div>
                {completion && (
                  <div className={classes.marks} aria-hidden="true">
                    {value.slice(0, completion.from)}
                    <Combobox.DropdownTarget>
                      <span className={classes.caret}>|</span>
                    </Combobox.DropdownTarget>
                  </div>
                )}
                {control}
              </div>
            )}
          />
        </Combobox.EventsTarget>
        {completion && (
          <Combobox.Dropdown>
            <Combobox.Options aria-label={t("editor.variableChoices")}>
              {completion.names.map((each) => (
                <Combobox.Option key={each} value={each} className="mono">
                  {each}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        )}
      </Combobox>
      <div role="status" className={classes.notes}>
        {variables.length > 0 && <p>{t("editor.variables", { names: variables.join(", ") })}</p>}
        {problems.map(({ kind, line, text }) => (
          <p key={`${kind} ${line} ${text}`} className={classes.lint}>
            {t(`editor.lint.${kind}`, { line: String(line), text })}
          </p>
        ))}
        {unset.map((each) => (
          <p key={each} className={classes.lint}>
            {t("editor.lint.unset", { text: each })}
          </p>
        ))}
      </div>
    </div>
  );
}
