import { CAMPAIGN_UPLOAD_ROWS, type Campaign, type NewContact } from "@callwright/contract";
import { Alert, Button, FileButton, Group, Progress, Select, Table, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { decodeText, type TextEncoding } from "../../kit/decode-text.ts";
import { Failure } from "../../kit/Failure.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { Contacts } from "./Contacts.tsx";
import { useCampaignStep, useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import {
  type Cause,
  COLUMN_USES,
  type ColumnUse,
  causesIn,
  type PeopleTable,
  readTable,
  type TableColumn,
  toContacts,
  type WrongRow,
  wrongRowsCsv,
} from "./contact-table.ts";

/** A table is pasted or chosen, its columns are mapped, and rows with mistakes are corrected. */
export function PeopleStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [table, setTable] = useState<PeopleTable>();
  /** Of a file. */
  const [encoding, setEncoding] = useState<TextEncoding>();
  const [wrong, setWrong] = useState<readonly WrongRow[]>([]);
  const [progress, setProgress] = useState<number>();
  const people = Object.values(campaign.contactCounters ?? {}).reduce((sum, count) => sum + count, 0);
  const upload = useCampaignStep(async (client, contacts: readonly NewContact[]) => {
    let added = 0;
    let known = 0;
    let left = 0;
    setProgress(0);
    try {
      for (let from = 0; from < contacts.length; from += CAMPAIGN_UPLOAD_ROWS) {
        const part = contacts.slice(from, from + CAMPAIGN_UPLOAD_ROWS);
        // Corrected rows of several tables may have the same line.
        const numbered = part.map((contact, row) => ({ ...contact, row }));
        const result = await client.campaigns.addContacts({ id: campaign.id, body: { contacts: numbered } });
        added += result.added;
        known += result.errors.filter(({ isDuplicate }) => isDuplicate).length;
        const refused = result.errors.flatMap((error) => {
          const contact = part[error.row];
          return contact && !error.isDuplicate ? [{ contact, error }] : [];
        });
        left += refused.length;
        setProgress((100 * (from + part.length)) / contacts.length);
        setWrong((rows) => [...rows.filter(({ contact }) => !part.includes(contact)), ...refused]);
      }
    } finally {
      setProgress(undefined);
    }
    setTable(undefined);
    setText("");
    const told = [
      t("campaign.people.added", { count: added }),
      ...(known > 0 ? [t("campaign.people.known", { count: known })] : []),
      ...(left > 0 ? [t("campaign.people.left", { count: left })] : []),
    ];
    notifications.show({ message: told.join(" ") });
  });
  const read = (given: string, from?: TextEncoding) => {
    const found = readTable(given);
    setEncoding(from);
    if (found) setTable(found);
    else notifications.show({ color: "red", message: t("campaign.people.empty") });
  };
  const readFile = async (file: File) => {
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
    read(decoded.text, decoded.encoding);
  };
  return (
    <section className={classes.step} aria-label={t("campaign.steps.people")}>
      <Name campaign={campaign} />
      {wrong.length > 0 && progress === undefined && (
        <WrongRows
          rows={wrong}
          file={`${campaign.name}.csv`}
          isPending={upload.isPending}
          onChange={setWrong}
          onAdd={(contacts) => upload.mutate(contacts)}
        />
      )}
      {table ? (
        <ColumnMapping
          table={table}
          encoding={encoding}
          isPending={upload.isPending}
          onChange={setTable}
          onAdd={() => upload.mutate(toContacts(table))}
          onCancel={() => setTable(undefined)}
        />
      ) : (
        <>
          <Textarea
            label={t("campaign.people.paste")}
            description={t("campaign.people.pasteHelp")}
            autosize
            minRows={5}
            maxRows={12}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Country campaign={campaign} />
          <Group>
            <Button variant="filled" disabled={text.trim() === ""} onClick={() => read(text)}>
              {t("campaign.people.read")}
            </Button>
            <FileButton accept=".csv,text/csv,text/plain,.tsv" onChange={(file) => file && void readFile(file)}>
              {(props) => <Button {...props}>{t("campaign.people.file")}</Button>}
            </FileButton>
          </Group>
        </>
      )}
      {progress !== undefined && <Progress value={progress} aria-label={t("campaign.people.adding")} />}
      <Text role="status">{t("campaign.peopleCount", { count: people })}</Text>
      {people > 0 && (
        <>
          <RemoveAll campaign={campaign} />
          <Contacts campaign={campaign} />
        </>
      )}
    </section>
  );
}

function Name({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [name, setName] = useState(campaign.name);
  const save = useSaveCampaign(campaign.id);
  return (
    <TextInput
      className={classes.narrow ?? ""}
      label={t("campaign.name")}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => (name.trim() === "" ? setName(campaign.name) : name !== campaign.name && save.mutate({ name }))}
    />
  );
}

function Country({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [country, setCountry] = useState(campaign.country ?? "");
  const save = useSaveCampaign(campaign.id);
  return (
    <TextInput
      className={classes.narrow ?? ""}
      label={t("campaign.people.country")}
      description={t("campaign.people.countryHelp")}
      maxLength={2}
      value={country}
      onChange={(event) => setCountry(event.currentTarget.value.toUpperCase())}
      onBlur={() => country !== (campaign.country ?? "") && save.mutate({ country: country === "" ? null : country })}
    />
  );
}

function RemoveAll({ campaign: { id } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [isAsking, ask] = useDisclosure();
  const remove = useCampaignStep((client) => client.campaigns.removeContacts({ id }));
  return (
    <div>
      <Button onClick={ask.open}>{t("campaign.people.removeAll")}</Button>
      <ConfirmLater
        isAsking={isAsking}
        title={t("campaign.people.removeAll")}
        body={t("campaign.people.removeBody")}
        confirm={t("campaign.people.removeAll")}
        onClose={ask.close}
        onConfirm={() => remove.mutateAsync()}
      />
    </div>
  );
}

interface ColumnMappingProps {
  table: PeopleTable;
  /** Of the file that it was read from. */
  encoding: TextEncoding | undefined;
  isPending: boolean;
  onChange: (table: PeopleTable) => void;
  onAdd: () => void;
  onCancel: () => void;
}

const SAMPLE_ROWS = 3;

/** What each column of a table is, with its first values. */
function ColumnMapping({ table, encoding, isPending, onChange, onAdd, onCancel }: ColumnMappingProps) {
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
      <Text c="dimmed">
        {t("campaign.people.rows", { count: rows.length })}
        {encoding !== undefined && `, ${t("campaign.people.encoding", { encoding })}`}
      </Text>
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
      <Failure>{!hasNumber && t("campaign.people.noNumber")}</Failure>
      <Group>
        <Button variant="filled" loading={isPending} disabled={!hasNumber} onClick={onAdd}>
          {t("campaign.people.add", { count: rows.length })}
        </Button>
        <Button onClick={onCancel}>{t("campaign.people.another")}</Button>
      </Group>
    </>
  );
}

interface WrongRowsProps {
  rows: readonly WrongRow[];
  /** The name of the file in which they are downloaded. */
  file: string;
  isPending: boolean;
  onChange: (rows: readonly WrongRow[]) => void;
  onAdd: (contacts: readonly NewContact[]) => void;
}

/** Drawn rows: more mistakes than that come from one mistake in the mapping. */
const SHOWN_ROWS = 100;
const SHOWN_CAUSES = 20;

const FIELDS = ["number", "name", "country", "timeZone"] as const;
type Field = (typeof FIELDS)[number];
/** A mistake in a variable cannot be corrected here, and its number is shown. */
const fieldOf = ({ error }: WrongRow): Field => FIELDS.find((field) => field === error.field) ?? "number";

/** Whom a row is about, beside the cell that is corrected. */
const personOf = (wrong: WrongRow): string | undefined =>
  fieldOf(wrong) === "number" ? wrong.contact.name : [wrong.contact.name, wrong.contact.number].filter(Boolean).join(", ");

/** Rows that were not added, to be corrected in place. */
function WrongRows({ rows, file, isPending, onChange, onAdd }: WrongRowsProps) {
  const { t } = useTranslation();
  const correct = (wrong: WrongRow, value: string) =>
    onChange(rows.map((each) => (each === wrong ? { ...each, contact: { ...each.contact, [fieldOf(wrong)]: value } } : each)));
  const without = (some: readonly WrongRow[]) => onChange(rows.filter((row) => !some.includes(row)));
  const cure = (some: readonly WrongRow[], field: Field, value: string) => {
    const cured = new Map(some.map((row) => [row, { ...row, contact: { ...row.contact, [field]: value } }]));
    onChange(rows.map((row) => cured.get(row) ?? row));
    onAdd([...cured.values()].map(({ contact }) => contact));
  };
  return (
    <Alert color="yellow" variant="outline" title={t("campaign.people.wrong", { count: rows.length })} role="alert">
      {t("campaign.people.wrongHelp")}
      <ul>
        {causesIn(rows)
          .slice(0, SHOWN_CAUSES)
          .map((cause) => (
            <WrongCause
              key={`${cause.field} ${cause.reason} ${cause.value}`}
              cause={cause}
              isPending={isPending}
              onCure={(field, value) => cure(cause.rows, field, value)}
              onDrop={() => without(cause.rows)}
            />
          ))}
      </ul>
      {rows.length > SHOWN_ROWS && <Text>{t("campaign.people.shown", { shown: String(SHOWN_ROWS), count: rows.length })}</Text>}
      <Scroller>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("campaign.people.line")}</Table.Th>
              <Table.Th>{t("campaign.people.person")}</Table.Th>
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
                  <Table.Td>{personOf(wrong)}</Table.Td>
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
                    <CrossButton
                      variant="default"
                      aria-label={t("campaign.people.drop", { row })}
                      onClick={() => without([wrong])}
                    />
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
        <Button onClick={() => saveFile(new Blob([wrongRowsCsv(rows)], { type: "text/csv" }), file)}>
          {t("campaign.people.download")}
        </Button>
        <Button onClick={() => onChange([])}>{t("campaign.people.dropAll")}</Button>
      </Group>
    </Alert>
  );
}

interface WrongCauseProps {
  cause: Cause;
  isPending: boolean;
  /** All of these rows get this value, and are added. */
  onCure: (field: Field, value: string) => void;
  onDrop: () => void;
}

/** Rows with the same mistake, to be corrected or left out together. */
function WrongCause({ cause: { field, reason, value, rows }, isPending, onCure, onDrop }: WrongCauseProps) {
  const { t } = useTranslation();
  const [given, setGiven] = useState("");
  const count = rows.length;
  const nameOf = (each: string) => {
    const known = FIELDS.find((one) => one === each);
    return known ? t(`campaign.people.fields.${known}`) : each;
  };
  const told = t("campaign.people.cause", { count, field: nameOf(field), reason });
  const curing = cureOf(field, rows);
  return (
    <li>
      {value === undefined ? told : t("campaign.people.causeValue", { cause: told, value })}
      {count > 1 && (
        <Group gap="xs" my={4}>
          {curing && (
            <>
              <TextInput
                aria-label={t("campaign.people.cureField", { count, field: nameOf(curing), reason })}
                placeholder={t("campaign.people.cure", { field: nameOf(curing) })}
                value={given}
                onChange={(event) => setGiven(event.currentTarget.value)}
              />
              <Button disabled={given.trim() === ""} loading={isPending} onClick={() => onCure(curing, given.trim())}>
                {t("campaign.people.cureRows", { count })}
              </Button>
            </>
          )}
          <Button onClick={onDrop}>{t("campaign.people.dropRows", { count })}</Button>
        </Group>
      )}
    </li>
  );
}

/** The field in which one value corrects all rows of a cause, if there is one: numbers without a country code get a country. */
function cureOf(field: string, rows: readonly WrongRow[]): Field | undefined {
  if (field === "country" || field === "timeZone") return field;
  return field === "number" && rows.some(({ contact: { number } }) => /^[^+]/.test(number.trim())) ? "country" : undefined;
}
