import { Alert, Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./campaigns.module.css";
import { COLUMN_USES, type ColumnUse, type PeopleTable, type TableColumn } from "./contact-table.ts";

interface ColumnMappingProps {
  table: PeopleTable;
  isPending: boolean;
  onChange: (table: PeopleTable) => void;
  onAdd: () => void;
  onCancel: () => void;
}

const SAMPLE_ROWS = 3;

/** What each column of a table is, with its first values. */
export function ColumnMapping({ table, isPending, onChange, onAdd, onCancel }: ColumnMappingProps) {
  const { t } = useTranslation();
  const { columns, rows } = table;
  const change = (index: number, part: Partial<TableColumn>) =>
    onChange({
      ...table,
      columns: columns.map((column, place) => {
        if (place === index) return { ...column, ...part };
        // Each field has at most one column.
        const isTaken = part.use !== undefined && part.use !== "variable" && part.use !== "nothing" && column.use === part.use;
        return isTaken ? { ...column, use: "variable" } : column;
      }),
    });
  const hasNumber = columns.some(({ use }) => use === "number");
  return (
    <>
      <h2>{t("campaign.people.map")}</h2>
      <Text c="dimmed">{t("campaign.people.rows", { count: rows.length })}</Text>
      <div className={classes.mapping}>
        {columns.map(({ title, use, variable }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place.
          <div key={index} className={classes.column}>
            <Select
              label={t("campaign.people.column", { title })}
              allowDeselect={false}
              data={COLUMN_USES.map((value) => ({ value, label: t(`campaign.people.use.${value}`) }))}
              value={use}
              onChange={(value) => value !== null && change(index, { use: value as ColumnUse })}
            />
            {use === "variable" && (
              <TextInput
                label={t("campaign.people.variable")}
                value={variable}
                onChange={(event) => change(index, { variable: event.currentTarget.value })}
              />
            )}
            {rows.slice(0, SAMPLE_ROWS).map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place.
              <span key={place} className={classes.sample}>
                {row[index] || "—"}
              </span>
            ))}
          </div>
        ))}
      </div>
      {!hasNumber && (
        <Alert color="red" variant="outline" role="alert">
          {t("campaign.people.noNumber")}
        </Alert>
      )}
      <Group>
        <Button variant="filled" loading={isPending} disabled={!hasNumber} onClick={onAdd}>
          {t("campaign.people.add", { count: rows.length })}
        </Button>
        <Button onClick={onCancel}>{t("campaign.people.another")}</Button>
      </Group>
    </>
  );
}
