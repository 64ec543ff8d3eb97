import type { NewContact } from "@callwright/contract";
import { ActionIcon, Alert, Button, Group, Table, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Scroller } from "../../kit/Scroller.tsx";
import type { WrongRow } from "./PeopleStep.tsx";

interface WrongRowsProps {
  rows: readonly WrongRow[];
  isPending: boolean;
  onChange: (rows: readonly WrongRow[]) => void;
  onAdd: (contacts: readonly NewContact[]) => void;
}

/** Rows drawn: more mistakes than that are one mistake in the mapping. */
const SHOWN_ROWS = 100;

const FIELDS = ["number", "name", "country", "timeZone"] as const;
type Field = (typeof FIELDS)[number];
/** A mistake in a variable cannot be corrected here, and its number is shown. */
const fieldOf = ({ error }: WrongRow): Field => FIELDS.find((field) => field === error.field) ?? "number";

/** Rows that were not added, to be corrected in place. */
export function WrongRows({ rows, isPending, onChange, onAdd }: WrongRowsProps) {
  const { t } = useTranslation();
  const correct = (wrong: WrongRow, value: string) =>
    onChange(rows.map((each) => (each === wrong ? { ...each, contact: { ...each.contact, [fieldOf(wrong)]: value } } : each)));
  return (
    <Alert color="yellow" variant="outline" title={t("campaign.people.wrong", { count: rows.length })} role="alert">
      {t("campaign.people.wrongHelp")}
      <Scroller>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("campaign.people.line")}</Table.Th>
              <Table.Th>{t("campaign.people.value")}</Table.Th>
              <Table.Th>{t("campaign.people.reason")}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN_ROWS).map((wrong, index) => {
              const { contact, error } = wrong;
              const row = String(contact.row ?? "");
              const field = t(`campaign.people.fields.${fieldOf(wrong)}`);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of several tables may have the same number.
                <Table.Tr key={index}>
                  <Table.Td>{row}</Table.Td>
                  <Table.Td>
                    <TextInput
                      miw={150}
                      aria-label={t("campaign.people.valueOf", { field, row })}
                      value={contact[fieldOf(wrong)] ?? ""}
                      onChange={(event) => correct(wrong, event.currentTarget.value)}
                    />
                  </Table.Td>
                  <Table.Td miw={180}>{`${field}: ${error.reason}`}</Table.Td>
                  <Table.Td>
                    <ActionIcon
                      variant="default"
                      aria-label={t("campaign.people.drop", { row })}
                      onClick={() => onChange(rows.filter((each) => each !== wrong))}
                    >
                      <IconX size={14} aria-hidden="true" />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Scroller>
      <Group mt="sm">
        <Button variant="filled" loading={isPending} onClick={() => onAdd(rows.map(({ contact }) => contact))}>
          {t("campaign.people.addCorrected")}
        </Button>
        <Button onClick={() => onChange([])}>{t("campaign.people.dropAll")}</Button>
      </Group>
    </Alert>
  );
}
