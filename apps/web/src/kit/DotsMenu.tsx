import { ActionIcon, type ActionIconProps, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface DotsMenuProps extends Pick<ActionIconProps, "variant" | "size"> {
  "aria-label": string;
  tabIndex?: 0 | -1;
  defaultOpened?: boolean;
  /** The items. */
  children: ReactNode;
}

/** A menu behind a button with three dots. */
export function DotsMenu({ defaultOpened, children, ...button }: DotsMenuProps) {
  return (
    <Menu defaultOpened={defaultOpened}>
      <Menu.Target>
        <ActionIcon {...button}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
