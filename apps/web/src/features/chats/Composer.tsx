import { Button, Textarea } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./chats.module.css";
import type { PlaygroundChat } from "./use-playground.ts";

interface ComposerProps {
  chat: Pick<PlaygroundChat, "draft" | "setDraft" | "isAnswering" | "playground">;
  /** Whether there is an agent that answers. */
  canSend?: boolean;
  onSend: () => void;
}

/** The message field. Enter sends, Shift+Enter adds a line. A running answer can be stopped, also with Escape. */
export function Composer({ chat, canSend = true, onSend }: ComposerProps) {
  const { draft, setDraft, isAnswering, playground } = chat;
  const isReady = canSend && draft.trim() !== "";
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  // The pressed button changes its action, so focus the field.
  useEffect(() => {
    if (!isAnswering) field.current?.focus();
  }, [isAnswering]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isAnswering) playground.stop();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isReady && !isAnswering) onSend();
  };
  return (
    <div className={classes.composer}>
      <Textarea
        ref={field}
        className={classes.write ?? ""}
        aria-label={t("playground.write")}
        placeholder={t("playground.write")}
        autosize
        minRows={1}
        maxRows={8}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isAnswering ? (
        <Button onClick={playground.stop}>{t("playground.stop")}</Button>
      ) : (
        <Button variant="filled" disabled={!isReady} onClick={onSend}>
          {t("playground.send")}
        </Button>
      )}
    </div>
  );
}
