import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { DotsMenu } from "../../kit/DotsMenu.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import { useDelete } from "../use-delete.ts";
import { useMay } from "../use-may.ts";
import { DuplicateItem } from "./DuplicateItem.tsx";
import type { RowMenuProps } from "./RowMenu.tsx";

/** Actions of one row; open when mounted. */
export function OpenRowMenu({ resource, row: { id, name }, tabIndex }: RowMenuProps) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const { copy } = useCopy();
  const [isAsking, ask] = useDisclosure();
  const { question } = useDelete(resource);
  const canDuplicate = resource.schema && !resource.createAction && may("create");
  return (
    <>
      <DotsMenu defaultOpened aria-label={t("resource.actionsOf", { name })} tabIndex={tabIndex}>
        <Menu.Item onClick={() => void copy(id)}>{t("resource.copyId")}</Menu.Item>
        {canDuplicate && <DuplicateItem path={resource.path} id={id} />}
        {may("delete") && (
          <Menu.Item color="red" onClick={ask.open}>
            {t("resource.delete")}
          </Menu.Item>
        )}
      </DotsMenu>
      <ConfirmLater isAsking={isAsking} {...question([{ id, name }])} onClose={ask.close} />
    </>
  );
}
