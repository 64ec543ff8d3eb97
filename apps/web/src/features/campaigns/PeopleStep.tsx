import { CAMPAIGN_UPLOAD_ROWS, type Campaign, type ContactError, type NewContact } from "@callwright/contract";
import { Button, FileButton, Group, Progress, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ColumnMapping } from "./ColumnMapping.tsx";
import { Contacts } from "./Contacts.tsx";
import { useCampaignStep, useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import { type PeopleTable, readTable, toContacts } from "./contact-table.ts";
import { WrongRows } from "./WrongRows.tsx";

const ConfirmDialog = lazy(async () => ({ default: (await import("../../kit/ConfirmDialog.tsx")).ConfirmDialog }));

/** A row that was not added, and why. */
export interface WrongRow {
  contact: NewContact;
  error: ContactError;
}

/** A table is pasted or chosen, its columns are mapped, and rows with mistakes are corrected. */
export function PeopleStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [table, setTable] = useState<PeopleTable>();
  const [wrong, setWrong] = useState<readonly WrongRow[]>([]);
  const [progress, setProgress] = useState<number>();
  const people = Object.values(campaign.contactCounters ?? {}).reduce((sum, count) => sum + count, 0);
  const upload = useCampaignStep(async (client, contacts: readonly NewContact[]) => {
    let added = 0;
    setProgress(0);
    try {
      for (let from = 0; from < contacts.length; from += CAMPAIGN_UPLOAD_ROWS) {
        const part = contacts.slice(from, from + CAMPAIGN_UPLOAD_ROWS);
        // Corrected rows of several tables may have the same line.
        const numbered = part.map((contact, row) => ({ ...contact, row }));
        const result = await client.campaigns.addContacts({ id: campaign.id, body: { contacts: numbered } });
        added += result.added;
        const refused = result.errors.flatMap((error) => {
          const contact = part[error.row];
          return contact ? [{ contact, error }] : [];
        });
        setProgress((100 * (from + part.length)) / contacts.length);
        setWrong((rows) => [...rows.filter(({ contact }) => !part.includes(contact)), ...refused]);
      }
    } finally {
      setProgress(undefined);
    }
    setTable(undefined);
    setText("");
    notifications.show({ message: t("campaign.people.added", { count: added }) });
  });
  const read = (given: string) => {
    const found = readTable(given);
    if (found) setTable(found);
    else notifications.show({ color: "red", message: t("campaign.people.empty") });
  };
  return (
    <section className={classes.step} aria-label={t("campaign.steps.people")}>
      <Name campaign={campaign} />
      {wrong.length > 0 && progress === undefined && (
        <WrongRows rows={wrong} isPending={upload.isPending} onChange={setWrong} onAdd={(contacts) => upload.mutate(contacts)} />
      )}
      {table ? (
        <ColumnMapping
          table={table}
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
            <FileButton accept=".csv,text/csv,text/plain,.tsv" onChange={(file) => void file?.text().then(read)}>
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
      <Suspense fallback={null}>
        {isAsking && (
          <ConfirmDialog
            title={t("campaign.people.removeAll")}
            body={t("campaign.people.removeBody")}
            confirm={t("campaign.people.removeAll")}
            onClose={ask.close}
            onConfirm={async () => {
              await remove.mutateAsync();
              ask.close();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
