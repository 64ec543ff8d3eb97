import { Textarea } from "@mantine/core";
import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { lintLiquid } from "./liquid-lint.ts";
import classes from "./template-field.module.css";

interface TemplateFieldProps {
  name: string;
  label: string;
  description: string;
  minRows: number;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** A text with `{{ variables }}`: they are marked, and what Liquid will not understand is said below. */
export function TemplateField({ label, description, minRows, value, error, onChange, name }: TemplateFieldProps) {
  const { t } = useTranslation();
  const marked = useDeferredValue(value);
  const { pieces, variables, problems } = useMemo(() => lintLiquid(marked), [marked]);
  return (
    <div className={classes.field}>
      <Textarea
        name={name}
        label={label}
        description={description}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={minRows}
        classNames={{ input: classes.input ?? "", wrapper: classes.wrapper ?? "" }}
        inputContainer={(input) => (
          <div className={classes.layers}>
            <div className={classes.marks} aria-hidden="true">
              {pieces.map(({ kind, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
                <span key={index} className={classes[kind]}>
                  {text}
                </span>
              ))}
            </div>
            {input}
          </div>
        )}
      />
      <div role="status" className={classes.notes}>
        {variables.length > 0 && <p>{t("editor.variables", { names: variables.join(", ") })}</p>}
        {problems.map(({ kind, line, text }) => (
          <p key={`${kind} ${line} ${text}`} className={classes.lint}>
            {t(`editor.lint.${kind}`, { line: String(line), text })}
          </p>
        ))}
      </div>
    </div>
  );
}
