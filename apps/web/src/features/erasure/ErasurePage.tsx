import { ERASED_KINDS, type Erasure } from "@callwright/contract";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { Form } from "../../kit/Form.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { DownloadButton } from "../../resource/DownloadButton.tsx";
import { QueryState } from "../../resource/QueryState.tsx";
import classes from "./erasure.module.css";
import { erasureKeys } from "./erasure-keys.ts";

/** Settings → Deleted for good: what is stored about a person is counted, and deleted when an admin confirms it. */
export function ErasurePage() {
  const { t } = useTranslation();
  const isAdmin = useSignedIn().org.role === "admin";
  return (
    <div className={classes.page}>
      <PageHeader title={t("erasure.title")} />
      <p className={classes.intro}>{t(isAdmin ? "erasure.intro" : "erasure.adminsOnly")}</p>
      {isAdmin && <Erasures />}
    </div>
  );
}

/** A person that was counted here. The server does not know the number or address any more. */
interface Counted {
  id: string;
  person: string;
}

function Erasures() {
  const { t } = useTranslation();
  const client = useClient();
  const [counted, setCounted] = useState<Counted>();
  const list = useQuery({
    queryKey: erasureKeys.all,
    queryFn: ({ signal }) => client.erasures.list({ query: {}, signal }),
    staleTime: 0,
  });
  const rows = list.data?.results ?? [];
  const current = rows.find(({ id }) => id === counted?.id);
  return (
    <>
      <PersonForm onCounted={setCounted} />
      {counted && current && <CurrentErasure erasure={current} person={counted.person} />}
      <QueryState query={list} failed={(reason) => t("erasure.loadFailed", { reason })} />
      {list.data && (
        <section className={classes.section} aria-label={t("erasure.all")}>
          <h2>{t("erasure.all")}</h2>
          {rows.length > 0 ? <ErasureTable erasures={rows} /> : <Text c="dimmed">{t("erasure.none")}</Text>}
        </section>
      )}
    </>
  );
}

function PersonForm({ onCounted }: { onCounted: (counted: Counted) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [text, setText] = useState("");
  const person = text.trim();
  const count = useMutation({
    mutationFn: () => client.erasures.create({ body: { person } }),
    onSuccess: ({ id }) => onCounted({ id, person }),
    meta: { changes: [erasureKeys.all] },
  });
  return (
    <Form className={`${classes.section} ${classes.form}`} onSubmit={() => person !== "" && count.mutate()}>
      <TextInput
        label={t("erasure.person")}
        description={t("erasure.personHelp")}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Failure>{count.error?.message}</Failure>
      <Button type="submit" loading={count.isPending} disabled={person === ""}>
        {t("erasure.count")}
      </Button>
    </Form>
  );
}

function CurrentErasure({ erasure, person }: { erasure: Erasure; person: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const [isAsking, setIsAsking] = useState(false);
  const { id, state, found, waitingFor, left } = erasure;
  const isNothing = found !== undefined && Object.keys(found).length === 0;
  return (
    <section className={classes.section} aria-label={person}>
      <h2>{person}</h2>
      <Text role="status">{t(isNothing && state === "counted" ? "erasure.nothing" : `erasure.states.${state}`)}</Text>
      {found && !isNothing && <CountTable erasure={erasure} />}
      <Notes notes={[...waitingFor, ...left.map(({ location, reason }) => t("erasure.left", { location, reason }))]} />
      <Group mt="sm">
        {state === "counted" && (
          <Button color="red" variant="filled" onClick={() => setIsAsking(true)}>
            {t("erasure.delete")}
          </Button>
        )}
        <Report id={id} label={t("erasure.report")} />
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={t("erasure.confirmTitle", { person })}
          body={t("erasure.confirmBody")}
          confirm={t("erasure.delete")}
          typed={person}
          changes={[erasureKeys.all]}
          onClose={() => setIsAsking(false)}
          onConfirm={() => client.erasures.confirm({ id, body: { person } })}
        />
      )}
    </section>
  );
}

/** What there is, and how much of it is deleted. */
function CountTable({ erasure: { found = {}, erased, state } }: { erasure: Erasure }) {
  const { t } = useTranslation();
  const rows = ERASED_KINDS.filter((kind) => found[kind] || erased[kind]).map((id) => ({ id }));
  const isBegun = state === "erasing" || state === "done";
  return (
    <DataTable
      kind="plain"
      label={t("erasure.counts")}
      rows={rows}
      styles={classes}
      columns={[
        { id: "kind", label: t("erasure.kind"), isRowHeader: true, cell: ({ id }) => t(`erasure.kinds.${id}`) },
        {
          id: "found",
          label: t("erasure.found"),
          cell: ({ id }) => <span className="num">{(found[id] ?? 0).toLocaleString()}</span>,
        },
        ...(isBegun
          ? [
              {
                id: "erased",
                label: t("erasure.erased"),
                cell: ({ id }: (typeof rows)[number]) => <span className="num">{(erased[id] ?? 0).toLocaleString()}</span>,
              },
            ]
          : []),
      ]}
    />
  );
}

/** What it waits for, and the files that only the organization can delete. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function Report({ id, label }: { id: string; label: string }) {
  return <DownloadButton label={label} name={`erasure-${id}.txt`} load={(downloads) => downloads.erasures.getReport({ id })} />;
}

function ErasureTable({ erasures }: { erasures: readonly Erasure[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      kind="plain"
      label={t("erasure.all")}
      rows={erasures}
      styles={classes}
      columns={[
        { id: "time", label: t("erasure.time"), cell: ({ createdAt }) => <Instant iso={createdAt} /> },
        { id: "about", label: t("erasure.about"), cell: ({ kind }) => t(`erasure.people.${kind}`) },
        {
          id: "state",
          label: t("erasure.state"),
          cell: ({ state, waitingFor, left }) => (
            <>
              {t(`erasure.states.${state}`)}
              <Notes notes={[...waitingFor, ...(left.length > 0 ? [t("erasure.leftCount", { count: left.length })] : [])]} />
            </>
          ),
        },
      ]}
      actions={({ id }) => <Report id={id} label={t("erasure.reportOf")} />}
    />
  );
}
