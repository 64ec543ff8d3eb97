import { Group, Kbd, Modal, Stack, Switch, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SHORTCUTS } from "./shortcuts.ts";
import { useSingleKeys } from "./use-shortcuts.ts";

/** The list of shortcuts under `?`. */
export function KeysSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const rows = [{ keys: ["⌘ K / Ctrl K"], message: "search" } as const, ...SHORTCUTS];
  return (
    <Modal opened={opened} onClose={onClose} title={t("keys.title")}>
      <Stack>
        <Table aria-label={t("keys.title")}>
          <Table.Tbody>
            {rows.map(({ keys, message }) => (
              <Table.Tr key={message}>
                <Table.Td>{t(`keys.${message}`)}</Table.Td>
                <Table.Td>
                  <Group gap={6} justify="flex-end" wrap="nowrap">
                    {keys.map((key, index) => (
                      <Group key={key} gap={6} wrap="nowrap">
                        {index > 0 && (
                          <Text span c="dimmed" fz="xs">
                            {t("keys.sequence")}
                          </Text>
                        )}
                        <Kbd>{key}</Kbd>
                      </Group>
                    ))}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label={t("keys.enabled")}
          description={t("keys.enabledHint")}
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
