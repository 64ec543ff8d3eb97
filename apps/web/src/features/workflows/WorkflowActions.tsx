import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { useMay } from "../../resource/use-may.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { WorkflowTemplates } from "./WorkflowTemplates.tsx";
import { WORKFLOW } from "./workflow-fields.ts";

const ImportWorkflow = lazy(async () => ({ default: (await import("./ImportWorkflow.tsx")).ImportWorkflow }));

/** Ways to a new workflow besides an empty one: a template, or an import. */
export function WorkflowActions() {
  const { t } = useTranslation();
  const may = useMay(WORKFLOW);
  const [isOpen, dialog] = useDisclosure();
  if (!may("create")) return null;
  return (
    <>
      <Button onClick={dialog.open}>{t("workflows.import.action")}</Button>
      <WorkflowTemplates />
      <Suspense fallback={null}>{isOpen && <ImportWorkflow onClose={dialog.close} />}</Suspense>
    </>
  );
}

/** In place of an empty list: what a workflow is, and templates that run at once. */
export function WorkflowsEmpty() {
  const { t } = useTranslation();
  const texts = useResourceTexts(WORKFLOW);
  return (
    <EmptyNote
      title={t("resource.empty", texts.nouns)}
      body={texts.what}
      action={
        <Group mt="xs" justify="center">
          <WorkflowTemplates />
        </Group>
      }
    />
  );
}
