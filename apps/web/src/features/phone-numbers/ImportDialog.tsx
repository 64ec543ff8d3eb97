import { Button, Group, Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { SchemaForm } from "../../resource/form/SchemaForm.tsx";
import { SaveNotice } from "../../resource/page/SaveNotice.tsx";
import { useEditedObject } from "../../resource/page/use-edited-object.ts";
import { useSave } from "../../resource/page/use-save.ts";
import { callOf } from "../../resource/resource-calls.ts";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { rememberEntity } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { IMPORT_SOURCES, type ImportSource } from "./import-sources.ts";

const NOTHING = {};

/** Brings one number, and opens it. */
export function ImportDialog({ source, onClose }: { source: ImportSource; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const { resource, schema, fixed } = IMPORT_SOURCES[source];
  const texts = useResourceTexts(resource);
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const edited = useEditedObject({ resource, base: NOTHING, isStored: false });
  const { save, isTried, isPending, error } = useSave(
    edited,
    async () => (await callOf(client, resource, "create")?.({ body: { ...fixed, ...edited.object } })) as ResourceEntity,
    (number) => {
      rememberEntity(queryClient, resource.path, number);
      notifications.show({ message: t("phoneNumbers.imported", { name: texts.nameOf(number) }) });
      const search = { tab: "setup" };
      void navigate({ to: "/$resource/$id", params: { resource: resource.path, id: number.id }, search });
    },
  );
  return (
    <Modal opened onClose={onClose} size="lg" title={t(`phoneNumbers.importFrom.${source}`)}>
      <SaveNotice edited={edited} isTried={isTried} error={error} />
      <SchemaForm
        schema={schema}
        texts={texts}
        value={edited.object}
        onChange={(next) => edited.set(next as typeof edited.object)}
        problems={edited.shown}
        mainFields={resource.mainFields}
      />
      <Group justify="flex-end" p="md">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        <Button variant="filled" loading={isPending} onClick={save}>
          {t("phoneNumbers.import")}
        </Button>
      </Group>
    </Modal>
  );
}
