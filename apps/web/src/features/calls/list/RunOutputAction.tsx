import { OUTPUT_RUN_MAX_CALLS } from "@callwright/contract";
import { Button, Select, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { FormDialog } from "../../../kit/FormDialog.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOrId, usePicker } from "../../../resource/use-choices.ts";

/** Runs a structured output on the selected calls. */
export function RunOutputAction({ callIds }: { callIds: readonly string[] }) {
  const { t } = useTranslation();
  const mayRun = useMayEdit("runStructuredOutput");
  const [isOpen, dialog] = useDisclosure();
  if (!mayRun) return null;
  return (
    <>
      <Button onClick={dialog.open}>{t("calls.runOutput")}</Button>
      {isOpen && <RunDialog callIds={callIds} onClose={dialog.close} />}
    </>
  );
}

function RunDialog({ callIds, onClose }: { callIds: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [outputId, setOutputId] = useState<string | null>(null);
  const { props } = usePicker(referenceTo("structured-outputs"), outputId === null ? [] : [outputId], nameOrId);
  const run = useMutation({
    mutationFn: (structuredOutputId: string) =>
      client.structuredOutputs.run({ body: { structuredOutputId, callIds: [...callIds] } }),
  });
  const isTooMany = callIds.length > OUTPUT_RUN_MAX_CALLS.ids;
  return (
    <FormDialog
      title={t("calls.runOutputTitle")}
      action={t("calls.runOutputStart")}
      isReady={outputId !== null && !isTooMany}
      isPending={run.isPending}
      failure={run.error?.message}
      onSubmit={() => outputId !== null && run.mutate(outputId)}
      onClose={onClose}
    >
      <Text c="dimmed">
        {isTooMany ? t("calls.runOutputMax", { max: String(OUTPUT_RUN_MAX_CALLS.ids) }) : t("calls.runOutputBody")}
      </Text>
      <Select
        {...props}
        label={t("calls.runOutputChoose")}
        value={outputId}
        onChange={setOutputId}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
      {run.isSuccess && (
        <Text role="status">
          {t("calls.runOutputStarted")}{" "}
          <Link to="/$resource/$id" params={{ resource: "structured-outputs", id: run.variables }} search={{ tab: "run" }}>
            {t("calls.runOutputOpen")}
          </Link>
        </Text>
      )}
    </FormDialog>
  );
}
