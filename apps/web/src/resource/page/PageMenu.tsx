import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { DotsMenu } from "../../kit/DotsMenu.tsx";
import { DuplicateItem } from "../list/DuplicateItem.tsx";
import type { Resource } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { resourceKeys } from "../resource-queries.ts";
import { useDelete } from "../use-delete.ts";
import { useMay } from "../use-may.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import type { EditedObject } from "./use-edited-object.ts";

interface PageMenuProps {
  resource: Resource;
  entity: ResourceEntity;
  edited: Pick<EditedObject, "isChanged" | "discard">;
  /** Default: "Discard changes". */
  discardLabel?: string;
  /** Further actions. */
  children?: ReactNode;
  /** The first segment of the list that opens after a deletion. Default: the resource's. */
  listPath?: string;
}

/** Rare actions: duplicate, discard changes, delete. */
export function PageMenu({ resource, entity, edited, discardLabel, children, listPath = resource.path }: PageMenuProps) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const texts = useResourceTexts(resource);
  const [isAsking, ask] = useDisclosure();
  const { question, deleteThem } = useDelete(resource);
  const things = [{ id: entity.id, name: texts.nameOf(entity) }];
  // The copy is made at the address of the list.
  const canDuplicate = resource.schema && listPath === resource.path && !resource.createAction && may("create");
  if (!canDuplicate && !may("update") && !may("delete")) return null;
  const confirm = async () => {
    await navigate({ to: "/$resource", params: { resource: listPath }, ignoreBlocker: true });
    for (const id of await deleteThem(things)) {
      queryClient.removeQueries({ queryKey: resourceKeys.one(resource.path, id) });
    }
  };
  return (
    <>
      <DotsMenu variant="default" size={32} aria-label={t("resource.more")}>
        {canDuplicate && <DuplicateItem path={resource.path} id={entity.id} />}
        {children}
        {may("update") && resource.schema && (
          <Menu.Item disabled={!edited.isChanged} onClick={edited.discard}>
            {discardLabel ?? t("resource.discard")}
          </Menu.Item>
        )}
        {may("delete") && (
          <Menu.Item color="red" onClick={ask.open}>
            {t("resource.delete")}
          </Menu.Item>
        )}
      </DotsMenu>
      <ConfirmLater isAsking={isAsking} {...question(things)} onClose={ask.close} onConfirm={confirm} />
    </>
  );
}
