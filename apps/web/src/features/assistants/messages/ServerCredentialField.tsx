import { Text } from "@mantine/core";
import { AddCredential } from "../../../resource/credentials/AddCredential.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { ReferenceField } from "../../../resource/form/ReferenceField.tsx";
import { referenceTo } from "../../../resource/form/references.ts";

const CREDENTIAL = referenceTo("credentials");

/** The credential of a server, with a way to add one. */
export function ServerCredentialField(field: FieldProps) {
  return (
    <>
      <ReferenceField {...field} to={CREDENTIAL} isList={false} />
      <Text component="div" size="xs" mt={4}>
        <AddCredential provider="webhook" />
      </Text>
    </>
  );
}
