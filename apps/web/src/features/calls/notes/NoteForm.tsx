import { NOTE_MAX_CHARACTERS } from "@callwright/contract";
import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useLiveMutation } from "../../../data/realtime/use-live-mutation.ts";
import { useClient } from "../../../data/services.tsx";
import { Failure } from "../../../kit/Failure.tsx";
import { callKeys } from "../call-queries.ts";
import classes from "./notes.module.css";

/** Where a note is written. */
export function NoteForm({ callId }: { callId: string }) {
  const { t } = useTranslation();
  const add = useAddNote(callId);
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const words = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words === "" || add.isPending) return;
    // A failed note stays in the field.
    add.mutate(words, { onSuccess: () => setText((now) => (now === text ? "" : now)) });
    // The button disappears with the text, so the focus moves to the field.
    input.current?.focus();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        ref={input}
        aria-label={t("notes.write")}
        placeholder={t("notes.write")}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={NOTE_MAX_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {words !== "" && (
        <Button type="submit" size="compact-sm" loading={add.isPending}>
          {t("notes.add")}
        </Button>
      )}
      <Failure>{add.error && t("notes.addFailed", { reason: add.error.message })}</Failure>
    </form>
  );
}

/** Saves over the live connection, which runs it exactly once, otherwise by a request. */
function useAddNote(callId: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  const isLive = useIsLive();
  const addLive = useLiveMutation("notes:add");
  return useMutation({
    mutationFn: (text: string) => (isLive ? addLive({ callId, text }) : client.callNotes.create({ id: callId, body: { text } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: callKeys.notes(callId) }),
  });
}
