import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmLater } from "../ConfirmLater.tsx";

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
      <ConfirmLater isAsking={isAsking} title={title} body={body} onClose={ask.close} onConfirm={onDelete} />
    </>
  );
}
