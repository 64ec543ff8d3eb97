import {
  type CarrierProvider,
  ImportKeyedPhoneNumber,
  ImportTwilioPhoneNumber,
  ImportVonagePhoneNumber,
  type PlatformRouteName,
} from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { CreateDialog } from "../../resource/page/CreateDialog.tsx";
import { defineResource } from "../../resource/resource.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";

/** `fixed`: fields that the form does not ask for. */
function formOf(schema: z.ZodType, create: PlatformRouteName, mainFields: readonly string[], fixed: object = {}) {
  const resource = defineResource({
    name: "PhoneNumber",
    path: "phone-numbers",
    texts: "phoneNumbers",
    schema,
    routes: { create },
    mainFields,
  });
  return { resource, schema, fixed };
}

/** The form and route of an import, by provider. */
const IMPORT_SOURCES = {
  twilio: formOf(ImportTwilioPhoneNumber, "importTwilioPhoneNumber", ["twilioAuthToken", "assistantId"]),
  telnyx: formOf(ImportKeyedPhoneNumber, "createPhoneNumber", ["credentialId", "assistantId"], { provider: "telnyx" }),
  vonage: formOf(ImportVonagePhoneNumber, "importVonagePhoneNumber", ["credentialId", "assistantId"]),
} satisfies Record<CarrierProvider, ReturnType<typeof formOf>>;

/** Brings one number, and opens it. */
export function ImportDialog({ source, onClose }: { source: CarrierProvider; onClose: () => void }) {
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
        const search = { tab: "setup" };
        void navigate({ to: "/$resource/$id", params: { resource: resource.path, id: number.id }, search });
      }}
      onClose={onClose}
    />
  );
}
