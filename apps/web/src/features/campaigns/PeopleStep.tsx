import { CAMPAIGN_UPLOAD_ROWS, type Campaign, type NewContact } from "@callwright/contract";
import { Button, FileButton, Group, Progress, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmLater } from "../../kit/ConfirmLater.tsx";
import { countriesIn } from "../../kit/country-names.ts";
import { decodeText } from "../../kit/decode-text.ts";
import { Failure } from "../../kit/Failure.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { useFormat } from "../../kit/use-format.ts";
import { Contacts } from "./Contacts.tsx";
import { useCampaignStep, useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import {
  type FaultyRow,
  type PeopleImport,
  type PeopleTable as ReadTable,
  readTable,
  toContacts,
  withCells,
  wrongRowsCsv,
} from "./contact-table.ts";
import { PeopleTable } from "./PeopleTable.tsx";
import people from "./people.module.css";
import { EncodingCard, PeopleSums } from "./people-cards.tsx";
import { checkKey, sortRows, useRowChecks } from "./use-row-checks.ts";

interface PeopleStepProps {
  campaign: Campaign;
  /** Kept while another step is open. */
  imported: PeopleImport | undefined;
  onImport: (imported: PeopleImport | undefined) => void;
}

/** A table is pasted or chosen, its columns are mapped, and rows with mistakes are corrected before the others are added. */
export function PeopleStep({ campaign, imported, onImport }: PeopleStepProps) {
  const { t } = useTranslation();
  const count = Object.values(campaign.contactCounters ?? {}).reduce((sum, each) => sum + each, 0);
  return (
    <section className={imported ? people.step : classes.step} aria-label={t("campaign.steps.people")}>
      <Name campaign={campaign} />
      {imported ? (
        <Import campaign={campaign} imported={imported} onImport={onImport} />
      ) : (
        <Source campaign={campaign} onImport={onImport} />
      )}
      <Text role="status">{t("campaign.peopleCount", { count })}</Text>
      {count > 0 && (
        <>
          <RemoveAll campaign={campaign} />
          <Contacts campaign={campaign} />
        </>
      )}
    </section>
  );
}

/** Where the table comes from. */
function Source({ campaign, onImport }: Pick<PeopleStepProps, "campaign" | "onImport">) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const read = (given: string, file?: PeopleImport["file"]) => {
    const table = readTable(given);
    if (table) onImport({ table, ...(file && { file }) });
    else notifications.show({ color: "red", message: t("campaign.people.empty") });
  };
  return (
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
        <TableFile onRead={read}>{t("campaign.people.file")}</TableFile>
      </Group>
    </>
  );
}

interface TableFileProps {
  onRead: (text: string, file: NonNullable<PeopleImport["file"]>) => void;
  children: string;
}

function TableFile({ onRead, children }: TableFileProps) {
  const read = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { text, encoding } = decodeText(bytes);
    onRead(text, { name: file.name, bytes, encoding });
  };
  return (
    <FileButton accept=".csv,text/csv,text/plain,.tsv" onChange={(file) => file && void read(file)}>
      {(props) => <Button {...props}>{children}</Button>}
    </FileButton>
  );
}

type Shown = "ready" | "wrong";

/** The table before it is added: what fits, what is to be corrected, and what each column is. */
function Import({ campaign, imported, onImport }: PeopleStepProps & { imported: PeopleImport }) {
  const { t } = useTranslation();
  const { table, file } = imported;
  const { country } = campaign;
  const contacts = useMemo(
    () => toContacts(table).map((contact) => ({ ...contact, ...(contact.country === undefined && country && { country }) })),
    [table, country],
  );
  const hasNumber = table.columns.some(({ use }) => use === "number");
  /** Countries that somebody tries on a group of rows. */
  const [tried, setTried] = useState<readonly NewContact[]>([]);
  const asked = useMemo(() => (hasNumber ? [...contacts, ...tried] : []), [contacts, tried, hasNumber]);
  const { known, error } = useRowChecks(campaign.id, asked);
  const rows = useMemo(() => sortRows(hasNumber ? contacts : [], known), [contacts, known, hasNumber]);
  const [chosen, choose] = useState<Shown>();
  const shown = chosen ?? (rows.wrong.length > 0 ? "wrong" : "ready");
  const faulty: FaultyRow[] = rows.wrong.flatMap(({ contact, check }) =>
    check?.problem ? [{ contact, problem: check.problem }] : [],
  );
  const change = (next: ReadTable) => onImport({ ...imported, table: next });
  const keepLines = (isKept: (line: number) => boolean) => {
    const kept = table.rows.filter(({ line }) => isKept(line));
    onImport(kept.length > 0 ? { ...imported, table: { ...table, rows: kept } } : undefined);
  };
  const linesOf = (those: readonly { contact: NewContact }[]) => new Set(those.map(({ contact }) => contact.row ?? 0));
  const { upload, progress } = useUpload(campaign, (refused) => {
    const stay = new Set([...linesOf(rows.wrong), ...refused]);
    keepLines((line) => stay.has(line));
    choose(undefined);
  });
  const ready = rows.ready.length;
  const left = rows.twice.length + rows.listed.length + rows.inList.length;
  return (
    <div className={people.parts}>
      <div className={people.main}>
        <header className={people.file}>
          <div>
            <strong>{file?.name ?? t("campaign.people.pasted")}</strong>
            <About imported={imported} />
          </div>
          <Group gap="xs">
            {faulty.length > 0 && (
              <Button
                size="compact-md"
                onClick={() => saveFile(new Blob([wrongRowsCsv(faulty)], { type: "text/csv" }), `${campaign.name}.csv`)}
              >
                {t("campaign.people.download")}
              </Button>
            )}
            <TableFile onRead={(text, from) => onImport(withFile(text, from) ?? imported)}>
              {t("campaign.people.replace")}
            </TableFile>
            <Button size="compact-md" onClick={() => onImport(undefined)}>
              {t("campaign.people.another")}
            </Button>
          </Group>
        </header>
        <fieldset className={people.chips}>
          <legend className={people.hidden}>{t("campaign.people.show")}</legend>
          {(["ready", "wrong"] as const).map((each) => (
            <button key={each} type="button" aria-pressed={shown === each} onClick={() => choose(each)}>
              {t(`campaign.people.shown.${each}`)} <span className="num">{rows[each].length.toLocaleString()}</span>
            </button>
          ))}
        </fieldset>
        <Failure>{!hasNumber && t("campaign.people.noNumber")}</Failure>
        <Failure>{error?.message}</Failure>
        <PeopleTable
          table={table}
          fits={contacts.length - rows.wrong.length - rows.open}
          onChange={change}
          ready={
            hasNumber ? (shown === "ready" ? rows.ready : undefined) : contacts.map((contact) => ({ contact, check: undefined }))
          }
          faults={{
            rows: faulty,
            readOf: (contact) => known.get(checkKey(contact)),
            onTry: setTried,
            onCells: (field, texts) => change(withCells(table, field, texts)),
            onDrop: (those) => {
              const lines = linesOf(those);
              keepLines((line) => !lines.has(line));
            },
          }}
        />
      </div>
      <aside className={people.side} aria-label={t("campaign.people.about")}>
        {file && (
          <EncodingCard file={file} onChoose={(text, encoding) => onImport(withFile(text, { ...file, encoding }) ?? imported)} />
        )}
        <PeopleSums rows={rows} />
      </aside>
      <footer className={people.foot}>
        <span role="status">
          <b>{t("campaign.people.readyCount", { count: ready })}</b>
          {rows.wrong.length > 0 && ` · ${t("campaign.people.stay", { count: rows.wrong.length })}`}
          {left > 0 && ` · ${t("campaign.people.leftOut", { count: left })}`}
        </span>
        {progress !== undefined && <Progress w={120} value={progress} aria-label={t("campaign.people.adding")} />}
        {rows.open > 0 && <Text c="dimmed">{t("campaign.people.checking", { count: rows.open })}</Text>}
        <Button
          variant="filled"
          loading={upload.isPending}
          disabled={ready === 0 || rows.open > 0}
          onClick={() => upload.mutate(rows.ready.map(({ contact }) => contact))}
        >
          {t("campaign.people.add", { count: ready })}
        </Button>
      </footer>
    </div>
  );
}

function withFile(text: string, file: NonNullable<PeopleImport["file"]>): PeopleImport | undefined {
  const table = readTable(text);
  return table && { table, file };
}

function About({ imported: { table, file } }: { imported: PeopleImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const parts = [
    t("campaign.people.rows", { count: table.rows.length }),
    t("campaign.people.columns", { count: table.columns.length }),
    ...(file ? [format.kilobytes(file.bytes.length)] : []),
    t(table.hasHead ? "campaign.people.hasHead" : "campaign.people.noHead"),
  ];
  return <div className={people.quiet}>{parts.join(" · ")}</div>;
}

/** Adds rows part by part. Those that the server refuses stay. */
function useUpload(campaign: Campaign, onDone: (refusedLines: readonly number[]) => void) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number>();
  const upload = useCampaignStep(async (client, contacts: readonly NewContact[]) => {
    let added = 0;
    let known = 0;
    const refused: number[] = [];
    setProgress(0);
    try {
      for (let from = 0; from < contacts.length; from += CAMPAIGN_UPLOAD_ROWS) {
        const part = contacts.slice(from, from + CAMPAIGN_UPLOAD_ROWS);
        const result = await client.campaigns.addContacts({ id: campaign.id, body: { contacts: part } });
        added += result.added;
        known += result.errors.filter(({ isDuplicate }) => isDuplicate).length;
        refused.push(...result.errors.flatMap(({ row, isDuplicate }) => (isDuplicate ? [] : [row])));
        setProgress((100 * (from + part.length)) / contacts.length);
      }
    } finally {
      setProgress(undefined);
    }
    onDone(refused);
    const told = [
      t("campaign.people.added", { count: added }),
      ...(known > 0 ? [t("campaign.people.known", { count: known })] : []),
      ...(refused.length > 0 ? [t("campaign.people.left", { count: refused.length })] : []),
    ];
    notifications.show({ message: told.join(" ") });
  });
  return { upload, progress };
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
  const { t, i18n } = useTranslation();
  const save = useSaveCampaign(campaign.id);
  return (
    <Select
      className={classes.narrow ?? ""}
      label={t("campaign.people.country")}
      description={t("campaign.people.countryHelp")}
      searchable
      clearable
      data={countriesIn(i18n.language)}
      value={campaign.country ?? null}
      onChange={(country) => save.mutate({ country })}
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
