import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface MoveButtonsProps {
  /** Name of the entry. */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Moves an entry of a list up or down. The pressed button keeps the focus, so that it can be pressed again. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  const { t } = useTranslation();
  if (count < 2) return null;
  const press = (to: number, button: HTMLElement) => {
    if (to < 0 || to >= count) return;
    onMove(to);
    // The browser drops the focus of an element that moves.
    requestAnimationFrame(() => button.focus());
  };
  // Not `disabled` at the ends: that would drop the focus, too.
  const end = (isEnd: boolean) => ({ "aria-disabled": isEnd, "data-disabled": isEnd || undefined });
  return (
    <>
      <ActionIcon
        aria-label={t("resource.form.moveUp", { name })}
        {...end(index === 0)}
        onClick={({ currentTarget }) => press(index - 1, currentTarget)}
      >
        <IconArrowUp size={15} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        aria-label={t("resource.form.moveDown", { name })}
        {...end(index === count - 1)}
        onClick={({ currentTarget }) => press(index + 1, currentTarget)}
      >
        <IconArrowDown size={15} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
