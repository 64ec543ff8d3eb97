import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

const DeleteDialog = lazy(async () => ({ default: (await import("./DeleteDialog.tsx")).DeleteDialog }));

interface SelectionBarProps {
  count: number;
  /** Of the question before they are deleted. */
  title: string;
  body: string;
  onDelete: () => Promise<unknown>;
}

/** What can be done with the chosen rows. */
export function SelectionBar({ count, title, body, onDelete }: SelectionBarProps) {
  const { t } = useTranslation();
  const [isAsking, ask] = useDisclosure();
  return (
    <>
      <span>{t("resource.selected", { count })}</span>
      <Button color="red" variant="outline" onClick={ask.open}>
        {t("resource.delete")}
      </Button>
      <Suspense fallback={null}>
        {isAsking && (
          <DeleteDialog
            title={title}
            body={body}
            onClose={ask.close}
            onConfirm={async () => {
              await onDelete();
              ask.close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
