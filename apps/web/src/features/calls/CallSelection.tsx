import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { forgetCall } from "./call-queries.ts";
import { DeleteCallsDialog } from "./DeleteCallsDialog.tsx";
import { useDeleteCalls } from "./use-delete-calls.tsx";

/** What can be done with the chosen calls. */
export function CallSelection({ chosen, onDone }: { chosen: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [isAsking, ask] = useDisclosure();
  const deleteCalls = useDeleteCalls();
  return (
    <>
      <span>{t("calls.selected", { count: chosen.length })}</span>
      <Button color="red" variant="outline" onClick={ask.open}>
        {t("calls.delete")}
      </Button>
      <DeleteCallsDialog
        opened={isAsking}
        count={chosen.length}
        onClose={ask.close}
        onConfirm={async () => {
          for (const id of await deleteCalls(chosen)) forgetCall(queryClient, id);
          ask.close();
          onDone();
        }}
      />
    </>
  );
}
