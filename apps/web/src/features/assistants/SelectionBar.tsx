import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { AssistantRow } from "./assistant-rows.ts";
import { useDeleteAssistants } from "./use-delete-assistants.tsx";

const DeleteDialog = lazy(async () => ({ default: (await import("./DeleteDialog.tsx")).DeleteDialog }));

/** What can be done with the chosen rows. */
export function SelectionBar({ chosen, onDone }: { chosen: readonly AssistantRow[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [asking, ask] = useDisclosure();
  const deleteAssistants = useDeleteAssistants();
  return (
    <>
      <span>{t("assistants.selected", { count: chosen.length })}</span>
      <Button color="red" variant="outline" onClick={ask.open}>
        {t("assistants.delete")}
      </Button>
      <Suspense fallback={null}>
        {asking && (
          <DeleteDialog
            opened
            names={chosen.map(({ name }) => name)}
            onClose={ask.close}
            onConfirm={async () => {
              await deleteAssistants(chosen.map(({ id }) => id));
              ask.close();
              onDone();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
