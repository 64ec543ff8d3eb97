import { importWorkflow } from "@callwright/contract";
import { Alert, Button, FileButton, Group, Text, Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { readJson } from "../../resource/json/json-text.ts";
import { useCreateEntity } from "../../resource/use-create-entity.ts";
import { WORKFLOW } from "./workflow-fields.ts";

/** Imports a workflow that was exported as JSON, pasted or from a file. What cannot be converted is named before anything is stored. */
export function ImportWorkflow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const read = useMemo(() => (text.trim() === "" ? undefined : readJson(text)), [text]);
  const found = useMemo(() => (read?.ok ? importWorkflow(read.value, t("workflows.import.unnamed")) : undefined), [read, t]);
  const imported = found?.ok ? found : undefined;
  const { mutate, isPending, error } = useCreateEntity(WORKFLOW);
  return (
    <FormDialog
      title={t("workflows.import.title")}
      size="lg"
      closeOnClickOutside={false}
      action={t("workflows.import.submit")}
      isReady={imported !== undefined}
      isPending={isPending}
      failure={error && t("resource.failed", { reason: error.message })}
      onSubmit={() => imported && mutate(imported.workflow, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text c="dimmed">{t("workflows.import.hint")}</Text>
      <Textarea
        data-autofocus
        label={t("workflows.import.json")}
        rows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--cw-font-mono)", fontSize: 12 } }}
        value={text}
        error={problem()}
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
    </FormDialog>
  );

  function problem(): string | undefined {
    if (read && !read.ok) return t("resource.json.invalid", { reason: read.detail });
    if (!found || found.ok) return undefined;
    const { reason, detail } = found;
    return reason === "notWorkflow" ? t("workflows.import.notWorkflow") : t("workflows.import.invalid", { detail });
  }
}
