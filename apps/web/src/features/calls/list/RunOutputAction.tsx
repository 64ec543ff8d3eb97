import { OUTPUT_RUN_MAX_CALLS, type OutputRun } from "@callwright/contract";
import { Alert, Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { asFound, useChoices } from "../../../resource/use-choices.ts";

/** Runs a structured output on the selected calls. */
export function RunOutputAction({ callIds }: { callIds: readonly string[] }) {
  const { t } = useTranslation();
  const mayRun = useMayEdit("runStructuredOutput");
  const [isOpen, dialog] = useDisclosure();
  if (!mayRun) return null;
  return (
    <>
      <Button onClick={dialog.open}>{t("calls.runOutput")}</Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t("calls.runOutputTitle")}>
        <RunForm callIds={callIds} />
      </Modal>
    </>
  );
}

function RunForm({ callIds }: { callIds: readonly string[] }) {
  const { t } = useTranslation();
  const client = useClient();
  const [outputId, setOutputId] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const { options, isPending, open } = useChoices(referenceTo("structured-outputs"), {
    search,
    chosen: outputId === null ? [] : [outputId],
    nameOf: (entity) => nameOfEntity(entity) ?? entity.id,
  });
  const run = useMutation({
    mutationFn: async (id: string) => {
      const answer = await client.structuredOutputs.run({ body: { structuredOutputId: id, callIds: [...callIds] } });
      return { outputId: id, run: answer as OutputRun };
    },
  });
  const isTooMany = callIds.length > OUTPUT_RUN_MAX_CALLS.ids;
  return (
    <Stack>
      <Text c="dimmed">
        {isTooMany ? t("calls.runOutputMax", { max: String(OUTPUT_RUN_MAX_CALLS.ids) }) : t("calls.runOutputBody")}
      </Text>
      <Select
        label={t("calls.runOutputChoose")}
        searchable
        filter={asFound}
        searchValue={search}
        onSearchChange={setSearch}
        onDropdownOpen={open}
        nothingFoundMessage={t(isPending ? "app.loading" : "resource.form.nothingFound")}
        data={options}
        value={outputId}
        onChange={setOutputId}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
      {run.error && (
        <Alert color="red" variant="outline" role="alert">
          {run.error.message}
        </Alert>
      )}
      {run.data && (
        <Text role="status">
          {t("calls.runOutputStarted")}{" "}
          <Link to="/$resource/$id" params={{ resource: "structured-outputs", id: run.data.outputId }} search={{ tab: "run" }}>
            {t("calls.runOutputOpen")}
          </Link>
        </Text>
      )}
      <Group justify="flex-end">
        <Button
          variant="filled"
          loading={run.isPending}
          disabled={outputId === null || isTooMany}
          onClick={() => outputId !== null && run.mutate(outputId)}
        >
          {t("calls.runOutputStart")}
        </Button>
      </Group>
    </Stack>
  );
}
