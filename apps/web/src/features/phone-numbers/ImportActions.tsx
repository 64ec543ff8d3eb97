import { roleAtLeast } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../data/services.tsx";
import { AddSimulatedNumber } from "./AddSimulatedNumber.tsx";
import type { ImportSource } from "./import-sources.ts";

const ImportDialog = lazy(async () => ({ default: (await import("./ImportDialog.tsx")).ImportDialog }));

/** Brings numbers from the providers that keep them. */
export function ImportActions() {
  const { t } = useTranslation();
  const session = useSession();
  const [source, setSource] = useState<ImportSource>();
  const role = session.kind === "signed-in" ? session.org.role : "viewer";
  if (role !== undefined && !roleAtLeast(role, "editor")) return null;
  return (
    <>
      <AddSimulatedNumber />
      <Menu>
        <Menu.Target>
          <Button>{t("phoneNumbers.import")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setSource("twilio")}>{t("phoneNumbers.importFrom.twilio")}</Menu.Item>
          <Menu.Item onClick={() => setSource("telnyx")}>{t("phoneNumbers.importFrom.telnyx")}</Menu.Item>
          <Menu.Item onClick={() => setSource("vonage")}>{t("phoneNumbers.importFrom.vonage")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>{source && <ImportDialog source={source} onClose={() => setSource(undefined)} />}</Suspense>
    </>
  );
}
