import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { TemplateMenu } from "../../resource/list/TemplateMenu.tsx";
import { useMay } from "../../resource/use-may.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { WORKFLOW } from "./workflow-fields.ts";
import { WORKFLOW_TEMPLATES } from "./workflow-templates.ts";

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

const KEYS = [
  "appointment",
  "orderStatus",
  "reservation",
  "leads",
] as const satisfies readonly (keyof typeof WORKFLOW_TEMPLATES)[];

/** Workflows to start from. */
function WorkflowTemplates() {
  const { t } = useTranslation();
  const templates = KEYS.map((key) => {
    const body = WORKFLOW_TEMPLATES[key];
    return { name: body.name, about: t(`workflows.templates.${key}`), body };
  });
  return <TemplateMenu resource={WORKFLOW} templates={templates} />;
}
