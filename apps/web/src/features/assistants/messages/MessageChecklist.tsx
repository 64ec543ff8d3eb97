import { Button, Checkbox } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { Pill } from "../../../kit/Pill.tsx";
import { writePath } from "../../../resource/form/paths.ts";
import { problemAt } from "../../../resource/problems.ts";
import advanced from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import classes from "./message-checklist.module.css";
import { chosenMessages, DEFAULT_MESSAGES, MESSAGE_CHOICES, type MessagesField, withMessage } from "./message-choice.ts";

/** The types of messages, each with what it says. Those that the server never sends can only be removed. */
export function MessageChecklist({ field, config, edit, problems }: EditorFields & { field: MessagesField }) {
  const { t } = useTranslation();
  const id = useId();
  const supports = useCapabilities()[field];
  const sentences: Readonly<Record<string, string>> = t("callMessages.types", { returnObjects: true });
  const value = config[field];
  const chosen = chosenMessages(field, value);
  const unsupported = (type: string) => (supports[type]?.state === "not-supported" ? supports[type].reason : undefined);
  const sent = MESSAGE_CHOICES[field].filter((type) => unsupported(type) === undefined);
  const never = MESSAGE_CHOICES[field].filter((type) => unsupported(type) !== undefined);
  const error = problemAt(problems, field);
  const choice = (type: string) => (
    <Checkbox
      key={type}
      name={field}
      label={
        <>
          <span className={`mono ${classes.type}`}>{type}</span>
          {DEFAULT_MESSAGES[field].includes(type) && <Pill>{t("callMessages.isDefault")}</Pill>}
        </>
      }
      description={sentences[type]}
      checked={chosen.has(type)}
      disabled={unsupported(type) !== undefined && !chosen.has(type)}
      onChange={({ currentTarget: { checked } }) =>
        edit((current) => writePath(current, field, withMessage(field, current[field], type, checked)))
      }
    />
  );
  return (
    <section className={advanced.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={advanced.title}>
          {t(`callMessages.${field}`)}
        </h2>
        <p className={advanced.hint}>{t(`callMessages.${field}Hint`)}</p>
        {value === undefined ? (
          <p className={advanced.hint}>{t("callMessages.usesDefault")}</p>
        ) : (
          <Button mt={8} size="compact-sm" onClick={() => edit((current) => writePath(current, field, undefined))}>
            {t("callMessages.reset")}
          </Button>
        )}
      </div>
      <div className={classes.choices}>
        {error && (
          <p className={classes.problem} role="alert">
            {error}
          </p>
        )}
        {sent.map(choice)}
        {never.length > 0 && (
          <details className={classes.never}>
            <summary>{t("callMessages.neverSent", { count: never.length })}</summary>
            <div className={classes.choices}>
              {[...new Set(never.map(unsupported))].map((reason) => (
                <p key={reason} className={advanced.hint}>
                  {reason}
                </p>
              ))}
              {never.map(choice)}
            </div>
          </details>
        )}
      </div>
    </section>
  );
}
