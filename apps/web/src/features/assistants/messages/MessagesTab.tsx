import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { AddCredential } from "../../../resource/credentials/AddCredential.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { ReferenceField } from "../../../resource/form/ReferenceField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import classes from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import { SettingForm } from "../settings/SettingFields.tsx";
import { MessageChecklist } from "./MessageChecklist.tsx";

const PATHS = ["server"];
const PARTS = { "server.credentialId": ServerCredentialField };
const MAIN_FIELDS = ["server.headers"];

/** The assistant's server, and what it and the caller's page learn about calls. */
export function MessagesTab(fields: EditorFields) {
  const { t } = useTranslation();
  const texts = useMemo(() => ({ fields: t("callMessages.fields", { returnObjects: true }) }), [t]);
  return (
    <div className={classes.form}>
      <p className={classes.intro}>
        {t("callMessages.serverHint")} {!fields.config.server?.url && t("callMessages.noServer")}
      </p>
      <SettingForm fields={fields} paths={PATHS} texts={texts} mainFields={MAIN_FIELDS} parts={PARTS} />
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
