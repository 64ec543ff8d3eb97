import { AssistantFields } from "@callwright/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AddCredential } from "../../../resource/credentials/AddCredential.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { ReferenceField } from "../../../resource/form/ReferenceField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { SchemaForm } from "../../../resource/form/SchemaForm.tsx";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import classes from "../settings/advanced-tab.module.css";
import { writePath } from "../settings/config-path.ts";
import type { EditorFields } from "../settings/editor-fields.ts";
import { MessageChecklist } from "./MessageChecklist.tsx";

const ServerFields = z.strictObject({ server: AssistantFields.server });
const PARTS = { "server.credentialId": ServerCredentialField };
const MAIN_FIELDS = ["server", "server.headers"];

/** The assistant's server, and what it and the caller's page learn about calls. */
export function MessagesTab(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit, problems } = fields;
  const support = useFieldSupport({ name: "Assistant" });
  const texts = useMemo(() => ({ fields: t("callMessages.fields", { returnObjects: true }) }), [t]);
  const write = (next: unknown) => {
    const { server = {} } = next as z.infer<typeof ServerFields>;
    // Its fields are always shown: without any of them there is no server.
    edit((current) => writePath(current, "server", Object.keys(server).length > 0 ? server : undefined));
  };
  return (
    <div className={classes.form}>
      <div className={classes.stack}>
        <p className={classes.intro}>
          {t("callMessages.serverHint")} {!config.server?.url && t("callMessages.noServer")}
        </p>
        <SchemaForm
          schema={ServerFields}
          texts={texts}
          value={{ server: config.server }}
          onChange={write}
          problems={problems}
          mainFields={MAIN_FIELDS}
          parts={PARTS}
          support={support}
          isFlush
        />
      </div>
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
