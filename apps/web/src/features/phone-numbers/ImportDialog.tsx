import {
  type CarrierProvider,
  ImportKeyedPhoneNumber,
  ImportTwilioPhoneNumber,
  ImportVonagePhoneNumber,
  type PlatformRouteName,
} from "@callwright/contract";
import { TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AddCredential } from "../../resource/credentials/AddCredential.tsx";
import type { FieldProps } from "../../resource/form/field-props.ts";
import { ReferenceField } from "../../resource/form/ReferenceField.tsx";
import { referenceTo } from "../../resource/form/references.ts";
import { useControl } from "../../resource/form/use-control.ts";
import { CreateDialog } from "../../resource/page/CreateDialog.tsx";
import { defineResource } from "../../resource/resource.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { plainNumber } from "./plain-number.ts";

/** What a form asks for is stricter than the API, which also takes what older clients have stored. */
const E164 = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, { error: "must begin with + and the country code, such as +14155550123" })
  .meta({ title: "Number", description: "With the country code: +14155550123." });
const Twilio = ImportTwilioPhoneNumber.extend({
  twilioPhoneNumber: E164,
  twilioAccountSid: ImportTwilioPhoneNumber.shape.twilioAccountSid.regex(/^AC[0-9a-f]{32}$/i, {
    error: "must be AC and 32 letters and digits, as the Twilio console shows it",
  }),
  twilioAuthToken: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, { error: "must be 32 letters and digits, as the Twilio console shows it" })
    .meta(ImportTwilioPhoneNumber.shape.twilioAuthToken.meta() ?? {}),
});
const Keyed = ImportKeyedPhoneNumber.extend({ number: E164 });
const Vonage = ImportVonagePhoneNumber.extend({ vonagePhoneNumber: E164 });

/** `fixed`: fields that the form does not ask for. `keys`: the provider of the credential. */
function formOf(
  schema: z.ZodType,
  create: PlatformRouteName,
  { mainFields, fixed = {}, keys }: { mainFields: readonly string[]; fixed?: object; keys?: string },
) {
  const resource = defineResource({
    name: "PhoneNumber",
    path: "phone-numbers",
    texts: "phoneNumbers",
    schema,
    routes: { create },
    mainFields,
    parts: {
      ...NUMBER_PARTS,
      ...(keys !== undefined && { credentialId: (field: FieldProps) => <Keys field={field} keys={keys} /> }),
    },
  });
  return { resource, schema, fixed };
}

/** A number as people write it becomes E.164 when the field is left, and the field says what was understood. */
function NumberField(field: FieldProps) {
  const { t } = useTranslation();
  const control = useControl(field);
  const value = typeof field.value === "string" ? field.value : "";
  const plain = plainNumber(value);
  const isUnderstood = plain !== value && E164.safeParse(plain).success;
  return (
    <TextInput
      {...control}
      type="tel"
      error={isUnderstood ? undefined : control.error}
      description={isUnderstood ? t("phoneNumbers.understood", { number: plain }) : control.description}
      value={value}
      onChange={({ currentTarget }) => field.onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
      onBlur={() => isUnderstood && field.onChange(plain)}
    />
  );
}

const NUMBER_PARTS = { number: NumberField, twilioPhoneNumber: NumberField, vonagePhoneNumber: NumberField };

/** The credential with the keys, and how to add one. */
function Keys({ field, keys }: { field: FieldProps; keys: string }) {
  return (
    <div>
      <ReferenceField {...field} to={referenceTo("credentials")} isList={false} />
      <AddCredential provider={keys} />
    </div>
  );
}

const KEYED = ["credentialId", "assistantId"];
/** The form and route, by where the number comes from. */
const IMPORT_SOURCES = {
  twilio: formOf(Twilio, "importTwilioPhoneNumber", { mainFields: ["twilioAuthToken", "assistantId"] }),
  telnyx: formOf(Keyed, "createPhoneNumber", { mainFields: KEYED, fixed: { provider: "telnyx" }, keys: "telnyx" }),
  vonage: formOf(Vonage, "importVonagePhoneNumber", { mainFields: KEYED, keys: "vonage" }),
  sip: formOf(Keyed, "createPhoneNumber", {
    mainFields: KEYED,
    fixed: { provider: "byo-phone-number" },
    keys: "byo-sip-trunk",
  }),
} satisfies Record<CarrierProvider | "sip", ReturnType<typeof formOf>>;
export type ImportSource = keyof typeof IMPORT_SOURCES;

/** Brings one number, and opens it. */
export function ImportDialog({ source, onClose }: { source: ImportSource; onClose: () => void }) {
  const { t } = useTranslation();
  const { resource, schema, fixed } = IMPORT_SOURCES[source];
  const texts = useResourceTexts(resource);
  const navigate = useNavigate();
  return (
    <CreateDialog
      resource={{ ...resource, schema }}
      fixed={fixed}
      title={t(`phoneNumbers.importFrom.${source}`)}
      action={t("phoneNumbers.import")}
      size="lg"
      onCreated={(number) => {
        notifications.show({ message: t("phoneNumbers.imported", { name: texts.nameOf(number) }) });
        void navigate({ to: "/$resource/$id", params: { resource: resource.path, id: number.id } });
      }}
      onClose={onClose}
    />
  );
}
