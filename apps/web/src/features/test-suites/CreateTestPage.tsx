import type { CreateSuiteTest } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useEditedObject } from "../../resource/page/use-edited-object.ts";
import { useSave } from "../../resource/page/use-save.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { suiteTestKeys } from "./suite-test-keys.ts";
import { FIRST_TEST, suiteTestResource } from "./suite-tests.ts";
import { TestEditor } from "./TestEditor.tsx";

const route = getRouteApi("/shell/test-suites/$id/tests/new");

const NOTHING = {};
const START = JSON.stringify(FIRST_TEST);

/** Adds a test to a suite. */
export function CreateTestPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useClient();
  const queryClient = useQueryClient();
  const texts = useResourceTexts(suiteTestResource);
  const edited = useEditedObject({ resource: suiteTestResource, base: NOTHING, initial: FIRST_TEST, isStored: false });
  const saving = useSave(
    edited,
    // The form lets nothing else through.
    () => client.suiteTests.create({ id, body: edited.object as CreateSuiteTest }),
    (test) => {
      void queryClient.invalidateQueries({ queryKey: suiteTestKeys.list(id), exact: true });
      notifications.show({ message: t("resource.createdNamed", { name: texts.nameOf(test) }) });
      void navigate({ to: "/$resource/$id", params: { resource: "test-suites", id }, ignoreBlocker: true, replace: true });
    },
  );
  return (
    <TestEditor
      suiteId={id}
      title={t("resource.create", texts.nouns)}
      edited={edited}
      saving={saving}
      isStored={false}
      isReadOnly={false}
      isUnsaved={() => JSON.stringify(edited.object) !== START}
      tab={tab}
      actions={
        <Button variant="filled" loading={saving.isPending} onClick={saving.save}>
          {t("resource.createSubmit", texts.nouns)}
        </Button>
      }
    />
  );
}
