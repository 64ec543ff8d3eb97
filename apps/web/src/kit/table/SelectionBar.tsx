import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "../ConfirmButton.tsx";
import type { ConfirmDialogProps } from "../ConfirmDialog.tsx";

interface SelectionBarProps extends Pick<ConfirmDialogProps, "title" | "body" | "onConfirm"> {
  count: number;
  /** Other actions. */
  children?: ReactNode;
}

/** Count and actions of the selected rows. */
export function SelectionBar({ count, children, ...dialog }: SelectionBarProps) {
  const { t } = useTranslation();
  return (
    <>
      <span>{t("resource.selected", { count })}</span>
      {children}
      <ConfirmButton label={t("resource.delete")} color="red" variant="outline" {...dialog} />
    </>
  );
}
