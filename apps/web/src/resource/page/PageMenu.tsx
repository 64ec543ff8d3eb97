import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { DuplicateItem } from "../list/DuplicateItem.tsx";
import type { Resource } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { resourceKeys } from "../resource-queries.ts";
import { useDeleteResources, useDeleteWords } from "../use-delete-resources.ts";
import { useMay } from "../use-may.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import type { EditedObject } from "./use-edited-object.ts";

const ConfirmDialog = lazy(async () => ({ default: (await import("../../kit/ConfirmDialog.tsx")).ConfirmDialog }));

interface PageMenuProps {
  resource: Resource;
  entity: ResourceEntity;
  edited: EditedObject;
}

/** Rare actions: duplicate, discard changes, delete. */
export function PageMenu({ resource, entity, edited }: PageMenuProps) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const texts = useResourceTexts(resource);
  const [isAsking, ask] = useDisclosure();
  const remove = useDeleteResources(resource);
  const words = useDeleteWords(resource);
  const name = texts.nameOf(entity);
  const canDuplicate = resource.schema && !resource.createAction && may("create");
  if (!canDuplicate && !may("update") && !may("delete")) return null;
  const confirm = async () => {
    await navigate({ to: "/$resource", params: { resource: resource.path }, ignoreBlocker: true });
    for (const id of await remove([{ id: entity.id, name }])) {
      queryClient.removeQueries({ queryKey: resourceKeys.one(resource.path, id) });
    }
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={t("resource.more")}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canDuplicate && <DuplicateItem path={resource.path} id={entity.id} />}
          {may("update") && resource.schema && (
            <Menu.Item disabled={!edited.isChanged} onClick={edited.discard}>
              {t("resource.discard")}
            </Menu.Item>
          )}
          {may("delete") && (
            <Menu.Item color="red" onClick={ask.open}>
              {t("resource.delete")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {isAsking && <ConfirmDialog title={words.title([name])} body={words.body} onClose={ask.close} onConfirm={confirm} />}
      </Suspense>
    </>
  );
}
