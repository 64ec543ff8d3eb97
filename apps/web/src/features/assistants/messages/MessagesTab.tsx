import { Button, Checkbox } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { Pill } from "../../../kit/Pill.tsx";
import { AddCredential } from "../../../resource/credentials/AddCredential.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { writePath } from "../../../resource/form/paths.ts";
import { ReferenceField } from "../../../resource/form/ReferenceField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { problemAt } from "../../../resource/problems.ts";
import classes from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import { SettingForm } from "../settings/SettingFields.tsx";
import messageChecklistClasses from "./message-checklist.module.css";
import { chosenMessages, DEFAULT_MESSAGES, MESSAGE_CHOICES, type MessagesField, withMessage } from "./message-choice.ts";

const PATHS = ["server"];
const GROUPS = ["callMessages"] as const;
const PARTS = { "server.credentialId": ServerCredentialField };
const MAIN_FIELDS = ["server.headers"];

/** The assistant's server, and what it and the caller's page learn about calls. */
export function MessagesTab(fields: EditorFields) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      <p className={classes.intro}>
        {t("callMessages.serverHint")} {!fields.config.server?.url && t("callMessages.noServer")}
      </p>
      <SettingForm fields={fields} paths={PATHS} groups={GROUPS} mainFields={MAIN_FIELDS} parts={PARTS} />
      <MessageChecklist field="serverMessages" {...fields} />
      <MessageChecklist field="clientMessages" {...fields} />
    </div>
  );
}

const CREDENTIAL = referenceTo("credentials");

/** The credential of a server, with a way to add one. */
function ServerCredentialField(field: FieldProps) {
  return (
    <>
      <ReferenceField {...field} to={CREDENTIAL} isList={false} />
      <div className={classes.add}>
        <AddCredential provider="webhook" />
      </div>
    </>
  );
}

/** The types of messages, each with what it says. Those that the server never sends can only be removed. */
function MessageChecklist({ field, config, edit, problems }: EditorFields & { field: MessagesField }) {
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
          <span className={`mono ${messageChecklistClasses.type}`}>{type}</span>
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
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {t(`callMessages.${field}`)}
        </h2>
        <p className={classes.hint}>{t(`callMessages.${field}Hint`)}</p>
        {value === undefined ? (
          <p className={classes.hint}>{t("callMessages.usesDefault")}</p>
        ) : (
          <Button mt={8} size="compact-sm" onClick={() => edit((current) => writePath(current, field, undefined))}>
            {t("callMessages.reset")}
          </Button>
        )}
      </div>
      <div className={messageChecklistClasses.choices}>
        {error && (
          <p className={messageChecklistClasses.problem} role="alert">
            {error}
          </p>
        )}
        {sent.map(choice)}
        {never.length > 0 && (
          <details className={messageChecklistClasses.never}>
            <summary>{t("callMessages.neverSent", { count: never.length })}</summary>
            <div className={messageChecklistClasses.choices}>
              {[...new Set(never.map(unsupported))].map((reason) => (
                <p key={reason} className={classes.hint}>
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
