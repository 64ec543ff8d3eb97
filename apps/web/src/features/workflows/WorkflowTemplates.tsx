import { useTranslation } from "react-i18next";
import { TemplateMenu } from "../../resource/list/TemplateMenu.tsx";
import { WORKFLOW } from "./workflow-fields.ts";
import { WORKFLOW_TEMPLATES } from "./workflow-templates.ts";

const KEYS = [
  "appointment",
  "orderStatus",
  "reservation",
  "leads",
] as const satisfies readonly (keyof typeof WORKFLOW_TEMPLATES)[];

/** Workflows to start from. */
export function WorkflowTemplates() {
  const { t } = useTranslation();
  const templates = KEYS.map((key) => {
    const body = WORKFLOW_TEMPLATES[key];
    return { name: body.name, about: t(`workflows.templates.${key}`), body };
  });
  return <TemplateMenu resource={WORKFLOW} templates={templates} />;
}
