import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./supervise.module.css";
import type { useControlCall } from "./use-control-call.ts";

interface SayFormProps {
  isEnabled: boolean;
  /** Another telephone has the call. */
  isForwarded: boolean;
  control: ReturnType<typeof useControlCall>;
}

/** Speaks a text to the caller in the assistant's voice. */
export function SayForm({ isEnabled, isForwarded, control }: SayFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [isSending, setSending] = useState(false);
  const words = text.trim();
  const say = async (event: FormEvent) => {
    event.preventDefault();
    if (!isEnabled || words === "" || isSending) return;
    setSending(true);
    // A failed text stays in the field; the panel shows the error.
    await control.mutateAsync({ type: "say", content: words }).then(
      () => setText((now) => (now === text ? "" : now)),
      () => undefined,
    );
    setSending(false);
  };
  return (
    <form className={classes.say} onSubmit={(event) => void say(event)}>
      <TextInput
        className={classes.words ?? ""}
        aria-label={t("supervise.say")}
        placeholder={t(isEnabled ? "supervise.sayHint" : isForwarded ? "supervise.forwarded" : "supervise.notJoined")}
        autoComplete="off"
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!isEnabled || words === ""}>
        {t("supervise.sayIt")}
      </Button>
    </form>
  );
}
