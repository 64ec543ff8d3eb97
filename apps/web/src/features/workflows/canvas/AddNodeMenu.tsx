import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface AddNodeMenuProps {
  entries: readonly { kind: string; label: string }[];
  onAdd: (kind: string) => void;
}

/** The palette of the list view. */
export function AddNodeMenu({ entries, onAdd }: AddNodeMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden="true" />}>
          {t("workflows.addNode")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ kind, label }) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
