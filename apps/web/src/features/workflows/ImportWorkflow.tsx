import { type ImportedWorkflow, importWorkflow } from "@callwright/contract";
import { Alert, Button, FileButton, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { useCreateEntity } from "../../resource/use-create-entity.ts";
import { WORKFLOW } from "./workflow-fields.ts";

/** Imports a workflow that was exported as JSON, pasted or from a file. What cannot be converted is named before anything is stored. */
export function ImportWorkflow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const read = useMemo(() => readText(text, t("workflows.import.unnamed")), [text, t]);
  const { mutate, isPending, error } = useCreateEntity(WORKFLOW);
  const problem =
    typeof read === "string" ? t("resource.json.invalid", { reason: read }) : read && !read.ok ? problemOf(read) : undefined;
  const imported = typeof read === "object" && read.ok ? read : undefined;
  return (
    <Modal opened onClose={onClose} title={t("workflows.import.title")} size="lg" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text c="dimmed">{t("workflows.import.hint")}</Text>
        <Textarea
          data-autofocus
          label={t("workflows.import.json")}
          rows={10}
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--cw-font-mono)", fontSize: 12 } }}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <FileButton accept="application/json,.json" onChange={(file) => void file?.text().then(setText)}>
            {(props) => <Button {...props}>{t("workflows.import.file")}</Button>}
          </FileButton>
        </Group>
        {imported && (
          <Alert color={imported.notes.length > 0 ? "yellow" : "teal"} variant="outline" role="status">
            {t("workflows.import.found", {
              name: imported.workflow.name,
              nodes: t("workflows.nodeCount", { count: imported.workflow.nodes.length }),
              edges: t("workflows.edgeCount", { count: imported.workflow.edges.length }),
            })}
            {imported.notes.length > 0 && (
              <>
                <Text mt="xs">{t("workflows.import.notes")}</Text>
                <ul>
                  {imported.notes.map(({ kind, where, what }) => (
                    <li key={`${kind} ${where} ${what}`}>
                      {t(`workflows.import.${kind}`, { where: where || t("workflows.import.whole"), what })}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Alert>
        )}
        <Failure>{error && t("resource.failed", { reason: error.message })}</Failure>
        <DialogActions
          onClose={onClose}
          disabled={!imported}
          loading={isPending}
          onClick={() => imported && mutate(imported.workflow, { onSuccess: onClose })}
        >
          {t("workflows.import.submit")}
        </DialogActions>
      </Stack>
    </Modal>
  );

  function problemOf({ reason, detail }: Extract<ImportedWorkflow, { ok: false }>): string {
    return reason === "notWorkflow" ? t("workflows.import.notWorkflow") : t("workflows.import.invalid", { detail });
  }
}

/** The import of a text; the parser's words if it is no JSON; undefined without a text. */
function readText(text: string, unnamed: string): ImportedWorkflow | string | undefined {
  if (text.trim() === "") return undefined;
  try {
    return importWorkflow(JSON.parse(text), unnamed);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
