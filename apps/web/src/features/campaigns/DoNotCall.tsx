import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";

const DoNotCallDialog = lazy(async () => ({ default: (await import("./DoNotCallDialog.tsx")).DoNotCallDialog }));

/** Opens the numbers that are not called. */
export function DoNotCall() {
  const { t } = useTranslation();
  const [isOpen, dialog] = useDisclosure();
  if (!useMayEdit("addDoNotCall")) return null;
  return (
    <>
      <Button onClick={dialog.open}>{t("campaign.doNotCall.title")}</Button>
      <Suspense fallback={null}>{isOpen && <DoNotCallDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}
