import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";

const ConfirmDialog = lazy(async () => ({ default: (await import("../ConfirmDialog.tsx")).ConfirmDialog }));

interface SelectionBarProps {
  count: number;
  /** Title of the confirm dialog. */
  title: string;
  body: string;
  onDelete: () => Promise<unknown>;
  /** Other actions. */
  children?: ReactNode;
}

/** Count and actions of the selected rows. */
export function SelectionBar({ count, title, body, onDelete, children }: SelectionBarProps) {
  const { t } = useTranslation();
  const [isAsking, ask] = useDisclosure();
  return (
    <>
      <span>{t("resource.selected", { count })}</span>
      {children}
      <Button color="red" variant="outline" onClick={ask.open}>
        {t("resource.delete")}
      </Button>
      <Suspense fallback={null}>
        {isAsking && <ConfirmDialog title={title} body={body} onClose={ask.close} onConfirm={onDelete} />}
      </Suspense>
    </>
  );
}
