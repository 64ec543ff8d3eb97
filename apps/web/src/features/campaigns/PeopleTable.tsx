import type { CheckedContact, NewContact } from "@callwright/contract";
import { Button, Select, Table, TextInput } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { countriesIn } from "../../kit/country-names.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { useTyped } from "../../kit/use-typed.ts";
import {
  type Cause,
  COLUMN_USES,
  type ColumnUse,
  type ContactCell,
  causesIn,
  type FaultyRow,
  type PeopleTable as ReadTable,
  type TableColumn,
} from "./contact-table.ts";
import people from "./people.module.css";
import type { ReadRow } from "./use-row-checks.ts";

/** Rows of a group at first, and how many more each time. */
const FIRST_ROWS = 6;
const MORE_ROWS = 50;
const TIME_ZONES = Intl.supportedValuesOf("timeZone");

interface PeopleTableProps {
  table: ReadTable;
  /** How many rows have a number that can be called. */
  fits: number;
  onChange: (table: ReadTable) => void;
  /** Rows without mistakes, or the rows to correct. */
  ready: readonly ReadRow[] | undefined;
  faults: FaultsProps;
}

/** The table: what each column is in its head, and rows below. */
export function PeopleTable({ table, fits, onChange, ready, faults }: PeopleTableProps) {
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
  return (
    <Scroller>
      <Table className={people.table ?? ""} aria-label={t("campaign.people.map")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={people.row ?? ""}>{t("campaign.people.line")}</Table.Th>
            {columns.map(({ title, use, variable }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place.
              <Table.Th key={index} data-use={use}>
                <Select
                  size="xs"
                  aria-label={t("campaign.people.column", { title })}
                  allowDeselect={false}
                  data={COLUMN_USES.map((value) => ({ value, label: t(`campaign.people.use.${value}`) }))}
                  value={use}
                  onChange={(value) => value !== null && change(index, { use: value as ColumnUse })}
                />
                {use === "variable" && (
                  <TextInput
                    size="xs"
                    mt={4}
                    aria-label={t("campaign.people.variableOf", { title })}
                    leftSection={<span aria-hidden="true">{"{{"}</span>}
                    rightSection={<span aria-hidden="true">{"}}"}</span>}
                    value={variable}
                    onChange={(event) => change(index, { variable: event.currentTarget.value })}
                  />
                )}
                <span className={people.quiet}>
                  {title || t("campaign.people.added_column")}
                  {use === "number" && ` · ${t("campaign.people.fit", { fits: String(fits), count: rows.length })}`}
                </span>
              </Table.Th>
            ))}
            <Table.Td className={people.drop ?? ""} />
          </Table.Tr>
        </Table.Thead>
        {ready ? <Ready table={table} rows={ready} /> : <Faults table={table} {...faults} />}
      </Table>
    </Scroller>
  );
}

/** The cells of a row, by its line. */
const cellsOf = ({ rows }: ReadTable, { row }: NewContact): readonly string[] =>
  rows.find(({ line }) => line === row)?.cells ?? [];

function Ready({ table, rows }: { table: ReadTable; rows: readonly ReadRow[] }) {
  const [count, setCount] = useState(MORE_ROWS);
  return (
    <Table.Tbody>
      {rows.slice(0, count).map(({ contact, check }) => (
        <Table.Tr key={contact.row}>
          <Table.Td className={people.row ?? ""}>{contact.row}</Table.Td>
          {cellsOf(table, contact).map((cell, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no identity but its place.
            <Table.Td key={place}>{table.columns[place]?.use === "number" ? (check?.number ?? cell) : cell}</Table.Td>
          ))}
          <Table.Td />
        </Table.Tr>
      ))}
      <More table={table} left={rows.length - count} onMore={() => setCount(count + MORE_ROWS)} />
    </Table.Tbody>
  );
}

function More({ table, left, onMore }: { table: ReadTable; left: number; onMore: () => void }) {
  const { t } = useTranslation();
  if (left <= 0) return null;
  return (
    <Table.Tr>
      <Table.Td />
      <Table.Td colSpan={table.columns.length + 1}>
        <Button variant="subtle" size="compact-sm" onClick={onMore}>
          {t("campaign.people.more", { count: Math.min(left, MORE_ROWS) })}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

interface FaultsProps {
  rows: readonly FaultyRow[];
  /** How the server reads a row, once it has been asked. */
  readOf: (contact: NewContact) => CheckedContact | undefined;
  /** Asks the server about these, without a change of the table. */
  onTry: (contacts: readonly NewContact[]) => void;
  /** Other texts of a field, by line. */
  onCells: (field: ContactCell, texts: ReadonlyMap<number, string>) => void;
  onDrop: (rows: readonly FaultyRow[]) => void;
}

/** Rows with mistakes, by their cause. */
function Faults({ table, rows, ...props }: FaultsProps & { table: ReadTable }) {
  const { t } = useTranslation();
  if (rows.length === 0)
    return (
      <Table.Tbody>
        <Table.Tr>
          <Table.Td colSpan={table.columns.length + 2}>
            <EmptyNote title={t("campaign.people.noMistakes")} body={t("campaign.people.noMistakesBody")} />
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    );
  return causesIn(rows).map((cause) => (
    <Fault key={`${cause.field} ${cause.reason} ${cause.value}`} table={table} cause={cause} {...props} />
  ));
}

const FIELDS = ["number", "name", "country", "timeZone"] as const;
const isField = (field: string): field is ContactCell => FIELDS.some((each) => each === field);

/** The field in which one value corrects all rows of a cause: numbers without a country code get a country. */
function cureOf({ field, lacksCountry }: Cause): "country" | "timeZone" | undefined {
  if (lacksCountry || field === "country") return "country";
  return field === "timeZone" ? field : undefined;
}

function Fault({ table, cause, readOf, onTry, onCells, onDrop }: Omit<FaultsProps, "rows"> & { table: ReadTable; cause: Cause }) {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState(FIRST_ROWS);
  const [given, setGiven] = useState<string | null>(null);
  const { rows, field, reason, value, lacksCountry } = cause;
  const count = rows.length;
  const cure = cureOf(cause);
  const curedRow = ({ contact }: FaultyRow): NewContact => (cure && given !== null ? { ...contact, [cure]: given } : contact);
  const fixed = given === null ? [] : rows.filter((row) => readOf(curedRow(row))?.number !== undefined);
  const isAsked = given !== null && rows.every((row) => readOf(curedRow(row)) !== undefined);
  const attempt = (chosen: string | null) => {
    setGiven(chosen);
    onTry(chosen === null || !cure ? [] : rows.map(({ contact }) => ({ ...contact, [cure]: chosen })));
  };
  // What was tried is not asked again when the group is cured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it goes away.
  useEffect(() => () => onTry([]), []);
  const apply = () => {
    if (!cure || given === null) return;
    onCells(cure, new Map(fixed.map(({ contact }) => [contact.row ?? 0, given])));
    attempt(null);
  };
  const name = isField(field) ? t(`campaign.people.fields.${field}`) : field;
  const words = lacksCountry
    ? t("campaign.people.lackCountry", { count })
    : t("campaign.people.cause", { count, field: name, reason });
  const told = value === undefined ? words : t("campaign.people.causeValue", { cause: words, value });
  const label = t("campaign.people.cureField", { count, field: t(`campaign.people.fields.${cure ?? "country"}`) });
  return (
    <Table.Tbody aria-label={told}>
      <Table.Tr className={people.group ?? ""}>
        <Table.Th scope="rowgroup" className={people.row ?? ""}>
          {count}
        </Table.Th>
        <Table.Td colSpan={table.columns.length + 1}>
          <div className={people.cure}>
            <strong>{told}</strong>
            {cure && (
              <Select
                size="xs"
                w={180}
                aria-label={label}
                placeholder={t(`campaign.people.fields.${cure}`)}
                searchable
                selectFirstOptionOnChange
                limit={60}
                data={cure === "country" ? countriesIn(i18n.language) : TIME_ZONES}
                value={given}
                onChange={attempt}
              />
            )}
            {cure && (
              <Button size="compact-sm" variant="light" disabled={!isAsked || fixed.length === 0} onClick={apply}>
                {t("campaign.people.cureRows", { count: fixed.length })}
              </Button>
            )}
            <Button size="compact-sm" onClick={() => onDrop(rows)}>
              {t("campaign.people.dropRows", { count })}
            </Button>
            {isAsked && fixed.length < count && (
              <span className={people.quiet}>{t("campaign.people.unfixed", { count: count - fixed.length })}</span>
            )}
          </div>
        </Table.Td>
      </Table.Tr>
      {rows.slice(0, shown).map((row) => (
        <FaultRow
          key={row.contact.row}
          table={table}
          row={row}
          cured={given === null ? undefined : readOf(curedRow(row))}
          onText={(text) => onCells(fieldOf(row), new Map([[row.contact.row ?? 0, text]]))}
          onDrop={() => onDrop([row])}
        />
      ))}
      <More table={table} left={count - shown} onMore={() => setShown(shown + MORE_ROWS)} />
    </Table.Tbody>
  );
}

/** A mistake in a variable cannot be corrected here, and its number is shown. */
const fieldOf = ({ problem }: FaultyRow): ContactCell => (isField(problem.field) ? problem.field : "number");

interface FaultRowProps {
  table: ReadTable;
  row: FaultyRow;
  /** With the value that is chosen for its group. */
  cured: CheckedContact | undefined;
  onText: (text: string) => void;
  onDrop: () => void;
}

function FaultRow({ table, row, cured, onText, onDrop }: FaultRowProps) {
  const { t } = useTranslation();
  const { contact } = row;
  const field = fieldOf(row);
  const line = String(contact.row ?? "");
  return (
    <Table.Tr>
      <Table.Td className={people.row ?? ""}>{line}</Table.Td>
      {table.columns.map(({ use }, place) => {
        const cell = cellsOf(table, contact)[place] ?? "";
        const isNumber = use === "number";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no identity but its place.
          <Table.Td key={place}>
            {use === field ? (
              <span className={people.fixed}>
                <WrongCell
                  label={t("campaign.people.valueOf", { field: t(`campaign.people.fields.${field}`), row: line })}
                  value={cell}
                  onText={onText}
                />
                {isNumber && <Cured cured={cured} />}
              </span>
            ) : (
              <>
                {cell} {isNumber && <Cured cured={cured} />}
              </>
            )}
          </Table.Td>
        );
      })}
      <Table.Td className={people.drop ?? ""}>
        <CrossButton variant="subtle" aria-label={t("campaign.people.drop", { row: line })} onClick={onDrop} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The new value beside the old one. */
function Cured({ cured }: { cured: CheckedContact | undefined }) {
  if (!cured) return null;
  return (
    <span className={people.cured} data-wrong={cured.number === undefined || undefined}>
      <IconArrowRight size={16} aria-hidden="true" />
      {cured.number ?? cured.problem?.reason}
    </span>
  );
}

/** A text with a mistake. It counts when the field is left, so that the row stays while somebody types. */
function WrongCell({ label, value, onText }: { label: string; value: string; onText: (text: string) => void }) {
  const [text, setText] = useTyped(value);
  const leave = () => text !== value && onText(text.trim());
  return (
    <TextInput
      size="xs"
      w={140}
      flex="none"
      error
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === "Enter" && leave()}
    />
  );
}
