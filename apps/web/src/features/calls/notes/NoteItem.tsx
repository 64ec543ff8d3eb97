import { type Note, roleAtLeast } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { Instant } from "../../../kit/Instant.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { callKeys } from "../call-queries.ts";
import classes from "./notes.module.css";

/** One note with author and time. Its author and admins can delete it. */
export function NoteItem({ note }: { note: Note }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isAsking, { open, close }] = useDisclosure();
  const mayDelete = useMayDelete(note);
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = async () => {
    await client.callNotes.delete({ id: note.callId, noteId: note.id });
    await queryClient.invalidateQueries({ queryKey: callKeys.notes(note.callId) });
  };
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <b>{note.authorName}</b>
        <Instant iso={note.createdAt} />
        {mayDelete && (
          <ActionIcon
            className={classes.delete ?? ""}
            size={24}
            aria-label={t("notes.delete", { time: format.dateTimeSeconds(note.createdAt) })}
            onClick={open}
          >
            <IconTrash size={14} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      <p>{note.text}</p>
      {isAsking && (
        <ConfirmDialog title={t("notes.deleteTitle")} body={t("notes.deleteBody")} onClose={close} onConfirm={remove} />
      )}
    </li>
  );
}

function useMayDelete({ userId }: Note): boolean {
  const session = useSession();
  const mayEdit = useMayEdit("deleteCallNote");
  if (!mayEdit || session.kind !== "signed-in") return false;
  return userId === session.user.id || roleAtLeast(session.org.role ?? "viewer", "admin");
}
