import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { WorkflowTemplates } from "./WorkflowTemplates.tsx";
import { WORKFLOW } from "./workflow-fields.ts";

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
