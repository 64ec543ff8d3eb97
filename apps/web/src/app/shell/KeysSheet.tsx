import { Group, Kbd, Modal, Stack, Table, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Switch } from "../../kit/Switch.tsx";
import { useSingleKeySetting } from "../../kit/use-single-keys.ts";
import { LIST_KEYS, PLAYER_KEYS, SHORTCUTS } from "./shortcuts.ts";

const EVERYWHERE = [{ keys: ["⌘ K / Ctrl K"], message: "search" } as const, ...SHORTCUTS];

/** The list of shortcuts under `?`. */
export function KeysSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [singleKeys, setSingleKeys] = useSingleKeySetting();
  return (
    <Modal opened={opened} onClose={onClose} title={t("keys.title")}>
      <Stack>
        <KeyTable title={t("keys.everywhere")} rows={EVERYWHERE} between={t("keys.sequence")} />
        <KeyTable title={t("keys.inList")} rows={LIST_KEYS} between={t("keys.either")} />
        <KeyTable title={t("keys.onCall")} rows={PLAYER_KEYS} between={t("keys.either")} />
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

interface KeyTableProps {
  title: string;
  rows: readonly (typeof EVERYWHERE | typeof LIST_KEYS | typeof PLAYER_KEYS)[number][];
  /** Text between two keys of a row. */
  between: string;
}

function KeyTable({ title, rows, between }: KeyTableProps) {
  const { t } = useTranslation();
  return (
    <section>
      <Title order={3} fz="xs" fw={400} c="dimmed">
        {title}
      </Title>
      <Table aria-label={title}>
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
                          {between}
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
    </section>
  );
}
