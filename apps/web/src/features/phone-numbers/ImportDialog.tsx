import type { CarrierProvider } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CreateDialog } from "../../resource/page/CreateDialog.tsx";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { IMPORT_SOURCES } from "./import-sources.ts";

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
