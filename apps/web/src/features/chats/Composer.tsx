import { Button, Textarea } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./chats.module.css";

interface ComposerProps {
  draft: string;
  onDraft: (draft: string) => void;
  canSend: boolean;
  isAnswering: boolean;
  onSend: () => void;
  onStop: () => void;
}

/** The message field. Enter sends, Shift+Enter adds a line. A running answer can be stopped, also with Escape. */
export function Composer({ draft, onDraft, canSend, isAnswering, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  // The pressed button changes its action, so focus the field.
  useEffect(() => {
    if (!isAnswering) field.current?.focus();
  }, [isAnswering]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isAnswering) onStop();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend && !isAnswering) onSend();
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
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isAnswering ? (
        <Button onClick={onStop}>{t("playground.stop")}</Button>
      ) : (
        <Button variant="filled" disabled={!canSend} onClick={onSend}>
          {t("playground.send")}
        </Button>
      )}
    </div>
  );
}
