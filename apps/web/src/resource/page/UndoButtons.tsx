import { ActionIcon } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { EditedObject } from "./use-edited-object.ts";

/** Undo and redo of all edits of an object. ⌘Z and ⇧⌘Z do the same, except in a text field, which undoes its own typing. */
export function UndoButtons({ edited }: { edited: Pick<EditedObject, "canUndo" | "canRedo" | "undo" | "redo"> }) {
  const { t } = useTranslation();
  useHotkeys([
    ["mod+Z", edited.undo],
    ["mod+shift+Z", edited.redo],
    ["mod+Y", edited.redo],
  ]);
  return (
    <>
      <ActionIcon aria-label={t("resource.undo")} disabled={!edited.canUndo} onClick={edited.undo}>
        <IconArrowBackUp size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={t("resource.redo")} disabled={!edited.canRedo} onClick={edited.redo}>
        <IconArrowForwardUp size={16} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
