import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { patchOf } from "../../resource/page/edited-object.ts";
import { fieldsOfEveryPatch, writtenPartOf } from "../../resource/page/object-fields.ts";
import { useEditedObject } from "../../resource/page/use-edited-object.ts";
import { useSave } from "../../resource/page/use-save.ts";
import { useMay } from "../../resource/use-may.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { RunTests } from "./RunTests.tsx";
import { suiteTestKeys } from "./suite-test-keys.ts";
import { suiteTestQuery, suiteTestResource } from "./suite-tests.ts";
import { TestEditor } from "./TestEditor.tsx";

const route = getRouteApi("/shell/test-suites/$id/tests/$testId");

/** One test of a suite. */
export function TestPage() {
  const { t } = useTranslation();
  const { id, testId } = route.useParams();
  const { tab } = route.useSearch();
  const client = useClient();
  const queryClient = useQueryClient();
  const texts = useResourceTexts(suiteTestResource);
  const may = useMay(suiteTestResource);
  const query = suiteTestQuery(client, id, testId);
  const test = useSuspenseQuery(query).data;
  const base = useMemo(() => writtenPartOf(suiteTestResource, test), [test]);
  const edited = useEditedObject({ resource: suiteTestResource, base, isStored: true });
  const saving = useSave(
    edited,
    async () => {
      const { object, edits } = edited;
      const body = patchOf(edits, fieldsOfEveryPatch(suiteTestResource));
      return { object, saved: await client.suiteTests.update({ id, testId, body }) };
    },
    ({ object, saved }) => {
      queryClient.setQueryData(query.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: suiteTestKeys.list(id), exact: true });
      edited.accept(object, writtenPartOf(suiteTestResource, saved));
      notifications.show({ message: t("resource.saved") });
    },
  );
  return (
    <TestEditor
      suiteId={id}
      title={texts.nameOf(test)}
      edited={edited}
      saving={saving}
      isStored
      isReadOnly={!may("update")}
      isUnsaved={() => edited.isChanged}
      tab={tab}
      actions={
        may("update") && (
          <>
            <RunTests suiteId={id} testIds={[testId]} isDisabled={edited.isChanged} />
            <Button variant="filled" loading={saving.isPending} disabled={!edited.isChanged} onClick={saving.save}>
              {t("resource.save")}
            </Button>
          </>
        )
      }
    />
  );
}
