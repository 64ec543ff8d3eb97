import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { late } from "../../kit/late.tsx";
import { TemplateMenu } from "../../resource/list/TemplateMenu.tsx";
import { useMay } from "../../resource/use-may.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { WORKFLOW } from "./workflow-fields.ts";
import { WORKFLOW_TEMPLATES } from "./workflow-templates.ts";

const ImportWorkflow = late(async () => (await import("./ImportWorkflow.tsx")).ImportWorkflow);

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

/** Workflows to start from. */
function WorkflowTemplates() {
  const { t } = useTranslation();
  const keys = Object.keys(WORKFLOW_TEMPLATES) as (keyof typeof WORKFLOW_TEMPLATES)[];
  const templates = keys.map((key) => {
    const body = WORKFLOW_TEMPLATES[key];
    return { name: body.name, about: t(`workflows.templates.${key}`), body };
  });
  return <TemplateMenu resource={WORKFLOW} templates={templates} />;
}
