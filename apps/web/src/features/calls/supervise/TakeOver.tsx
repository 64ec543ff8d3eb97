import { type Call, type CallEvent, linesOf, type PartialLine } from "@callwright/contract";
import { Button, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { ConfirmButton } from "../../../kit/ConfirmButton.tsx";
import buttons from "../../../kit/call-buttons.module.css";
import { late } from "../../../kit/late.tsx";
import { privacyRule } from "../../../kit/PrivacyPill.tsx";
import { assistantNameOf } from "../call-rows.ts";
import { Listen } from "./Listen.tsx";
import classes from "./supervise.module.css";
import type { useControlCall } from "./use-control-call.ts";

const TransferDialog = late(async () => (await import("./TransferDialog.tsx")).TransferDialog);

interface TakeOverProps {
  call: Pick<Call, "assistant" | "compliance" | "id" | "monitor" | "status" | "type">;
  events: readonly CallEvent[];
  control: ReturnType<typeof useControlCall>;
  onGiveBack: () => Promise<void>;
}

const NO_LINES: readonly PartialLine[] = [];

/** The controls during a take-over. The assistant's voice speaks the sentences that the person types. */
export function TakeOver({ call, events, control, onGiveBack }: TakeOverProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [sent, setSent] = useState<readonly string[]>([]);
  const [isTransferring, transfer] = useDisclosure();
  const { data: partial = NO_LINES } = useLiveQuery("calls:partialLines", { id: call.id });
  const isForwarded = call.status === "forwarding";
  const name = assistantNameOf(call) ?? t("calls.unnamedAssistant");
  const rule = privacyRule(call.compliance);
  const listenUrl = call.monitor?.listenUrl;
  const suggestions = text === "" ? suggestionsOf(events, partial, sent) : [];
  const say = (words: string) => {
    const content = words.trim();
    if (content === "") return;
    setSent([...sent, content]);
    setText("");
    // A text that was not sent comes back; the panel shows the error.
    control.mutate(
      { type: "say", content, interruptionsEnabled: true },
      { onError: () => setText((now) => (now === "" ? words : now)) },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    say(text);
  };
  const pressKey = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    const [first] = suggestions;
    if (key === "Enter" && !shiftKey && !nativeEvent.isComposing) {
      event.preventDefault();
      say(text);
    } else if (key === "Tab" && !shiftKey && first !== undefined) {
      event.preventDefault();
      setText(first);
    }
  };
  return (
    <>
      <div className={classes.banner} role="status">
        <span>{t("supervise.takeOver.banner", { name })}</span>
        <span>{t("supervise.takeOver.leave")}</span>
      </div>
      <form className={classes.takeOver} onSubmit={submit}>
        {suggestions.length > 0 && (
          <div className={classes.suggestions}>
            <span>{t("supervise.takeOver.wouldSay", { name })}</span>
            {suggestions.map((suggestion, index) => (
              <button key={suggestion} type="button" title={suggestion} onClick={() => setText(suggestion)}>
                <span>{suggestion}</span>
                {index === 0 && <kbd>Tab</kbd>}
              </button>
            ))}
          </div>
        )}
        <Textarea
          aria-label={t("supervise.takeOver.words")}
          placeholder={t(isForwarded ? "supervise.forwarded" : "supervise.takeOver.hint")}
          disabled={isForwarded}
          // The person has just asked for the call.
          autoFocus
          autosize
          minRows={2}
          maxRows={5}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={pressKey}
        />
        <div className={classes.takeOverActions}>
          <Text size="xs" c="dimmed" className={classes.note}>
            {rule ? t("supervise.takeOver.notKept", { rule }) : t("supervise.takeOver.kept")}
          </Text>
          {listenUrl !== undefined && <Listen url={async () => listenUrl} isEnabled />}
          {call.type.endsWith("PhoneCall") && (
            <Button disabled={isForwarded} onClick={transfer.open}>
              {t("supervise.takeOver.transfer")}
            </Button>
          )}
          <ConfirmButton
            label={t("supervise.end")}
            className={buttons.end ?? ""}
            title={t("supervise.endTitle")}
            body={t("supervise.endBody")}
            confirm={t("supervise.endConfirm")}
            onConfirm={() => control.mutateAsync({ type: "end-call" })}
          />
          <Button onClick={() => void onGiveBack()}>{t("supervise.takeOver.giveBack", { name })}</Button>
          <Button type="submit" variant="filled" disabled={text.trim() === ""}>
            {t("supervise.sayIt")}
          </Button>
        </div>
      </form>
      {isTransferring && <TransferDialog call={call} control={control} onClose={transfer.close} />}
    </>
  );
}

const SUGGESTIONS_MAX = 2;

/** What the muted assistant answers to the caller's last words, the latest first. */
function suggestionsOf(
  events: readonly CallEvent[],
  partial: readonly PartialLine[],
  /** What the person has had said: while it is spoken, it is no answer of the assistant. */
  sent: readonly string[],
): string[] {
  const taken = events.findLast(({ type, payload }) => type === "control" && payload.control === "take-over");
  if (!taken) return [];
  const lines = linesOf(events).filter(({ startMs }) => startMs >= taken.atMs);
  const lastAsked = lines.findLast(({ role }) => role === "user")?.startMs ?? taken.atMs;
  const unheard = lines.flatMap(({ heard, startMs, text }) => (heard === "not" && startMs >= lastAsked ? [text] : []));
  const spoken = partial.flatMap(({ role, text, startMs }) => {
    const isOwn = sent.some((each) => each.startsWith(text.trim().slice(0, 12)));
    return role === "assistant" && startMs >= lastAsked && text.trim() !== "" && !isOwn ? [text.trim()] : [];
  });
  return [...new Set([...spoken, ...unheard.reverse()])].slice(0, SUGGESTIONS_MAX);
}
