import { AddCredential } from "../../../resource/credentials/AddCredential.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { ReferenceField } from "../../../resource/form/ReferenceField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import classes from "./server-credential-field.module.css";

const CREDENTIAL = referenceTo("credentials");

/** The credential of a server, with a way to add one. */
export function ServerCredentialField(field: FieldProps) {
  return (
    <>
      <ReferenceField {...field} to={CREDENTIAL} isList={false} />
      <div className={classes.add}>
        <AddCredential provider="webhook" />
      </div>
    </>
  );
}
