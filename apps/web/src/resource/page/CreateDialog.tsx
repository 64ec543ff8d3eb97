import { Box, Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { beginAtField } from "../form/focus-field.ts";
import { SchemaForm } from "../form/SchemaForm.tsx";
import type { Resource } from "../resource.ts";
import { callOf } from "../resource-calls.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { rememberEntity } from "../resource-queries.ts";
import { useFieldSupport } from "../use-field-support.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import type { Fields } from "./edited-object.ts";
import { initialObject } from "./initial-object.ts";
import { SaveNotice } from "./SaveNotice.tsx";
import { useEditedObject } from "./use-edited-object.ts";
import { useSave } from "./use-save.ts";

interface CreateDialogProps {
  resource: Resource & { schema: NonNullable<Resource["schema"]> };
  /** The initially selected kind. */
  kind?: string;
  /** Fields that the form does not ask for. */
  fixed?: object;
  /** Default: the words of the resource. */
  title?: string;
  action?: string;
  size?: string;
  /** Default: shows a notification, and closes the dialog. */
  onCreated?: (entity: ResourceEntity) => void;
  onClose: () => void;
}

const NOTHING: Fields = {};

/** Creates an entity without leaving the page. */
export function CreateDialog({ resource, kind, fixed, title, action, size, onCreated, onClose }: CreateDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const client = useClient();
  const queryClient = useQueryClient();
  const texts = useResourceTexts(resource);
  const support = useFieldSupport(resource);
  const [initial] = useState(() => initialObject(resource, kind));
  const edited = useEditedObject({ resource, base: NOTHING, initial, isStored: false });
  const [firstPaths] = useState(() => edited.blocking.map(({ path }) => path));
  const { save, isTried, isPending, error } = useSave(
    edited,
    async () => (await callOf(client, resource, "create")?.({ body: { ...fixed, ...edited.object } })) as ResourceEntity,
    (entity) => {
      rememberEntity(queryClient, resource.path, entity);
      if (onCreated) return onCreated(entity);
      notifications.show({ message: t("resource.createdNamed", { name: texts.nameOf(entity) }) });
      onClose();
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside other forms in React's tree.
    event.stopPropagation();
    save();
  };
  return (
    <Modal opened onClose={onClose} title={title ?? t("resource.create", texts.nouns)} size={size} closeOnClickOutside={false}>
      <form ref={(form) => beginAtField(form, firstPaths)} onSubmit={submit} noValidate>
        <SaveNotice edited={edited} isTried={isTried} error={error} />
        <SchemaForm
          schema={resource.schema}
          texts={texts}
          value={edited.object}
          onChange={(next) => edited.set(next as Fields)}
          problems={edited.shown}
          support={support}
          mainFields={resource.mainFields}
          parts={resource.parts}
          isFlush
        />
        <Box mt="md">
          <DialogActions onClose={onClose} type="submit" loading={isPending}>
            {action ?? t("resource.createSubmit", texts.nouns)}
          </DialogActions>
        </Box>
      </form>
    </Modal>
  );
}
