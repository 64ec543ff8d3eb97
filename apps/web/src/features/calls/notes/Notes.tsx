import type { Client } from "@callwright/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useClient, useDataHost, useServices } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { useShownError } from "../../../data/use-shown-error.ts";
import { Failure } from "../../../kit/Failure.tsx";
import { callKeys } from "../call-queries.ts";
import { FactSection } from "../page/FactSection.tsx";
import facts from "../page/facts.module.css";
import { NoteForm } from "./NoteForm.tsx";
import { NoteItem } from "./NoteItem.tsx";
import classes from "./notes.module.css";

/** Notes on a call. Editors can add notes. Hidden if the data host has no notes. */
export function Notes({ callId }: { callId: string }) {
  const { dataHost } = useServices();
  const isKnown = useDataHost() !== undefined;
  return isKnown && dataHost.offers("listCallNotes") ? <NoteList callId={callId} /> : null;
}

function NoteList({ callId }: { callId: string }) {
  const { t } = useTranslation();
  const { data: notes, error } = useQuery(notesQuery(useClient(), callId, useIsLive()));
  const failure = useShownError(error);
  const mayWrite = useMayEdit("createCallNote");
  return (
    <FactSection title={t("notes.title")}>
      <Failure>{failure && t("notes.loadFailed", { reason: failure.message })}</Failure>
      {mayWrite && <NoteForm callId={callId} />}
      {notes && notes.length > 0 && (
        <ul className={classes.list}>
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} />
          ))}
        </ul>
      )}
      {notes?.length === 0 && !mayWrite && <p className={facts.quiet}>{t("notes.none")}</p>}
    </FactSection>
  );
}

/** Refetch interval of notes while there is no live connection. */
const POLL_MS = 10_000;

/** The notes on a call, oldest first. */
function notesQuery(client: Client, callId: string, isLive: boolean) {
  return queryOptions({
    queryKey: callKeys.notes(callId),
    queryFn: ({ signal }) => client.callNotes.list({ id: callId, signal }),
    refetchInterval: isLive ? false : POLL_MS,
  });
}
