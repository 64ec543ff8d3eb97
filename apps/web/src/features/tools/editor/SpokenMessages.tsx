import { isFields } from "@callwright/contract";
import { Button, NumberInput, Switch, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./tool-editor.module.css";

const MOMENTS = ["request-start", "request-response-delayed", "request-failed", "request-complete"] as const;
type Moment = (typeof MOMENTS)[number];

type Message = Readonly<Record<string, unknown>>;

const DELAY_MS = 3000;

interface SpokenMessagesProps {
  value: unknown;
  onChange: (messages: unknown) => void;
  problem: string | undefined;
  isReadOnly?: boolean | undefined;
  /** The full form of all messages. */
  children: ReactNode;
}

/** What is said around a tool, one line each moment. Several, conditional and translated messages have the full form. */
export function SpokenMessages({ value, onChange, problem, isReadOnly, children }: SpokenMessagesProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const [dropped, setDropped] = useState<Partial<Record<Moment, Message[]>>>({});
  const messages = Array.isArray(value) ? (value as Message[]) : [];
  const of = (moment: Moment) => messages.filter((each) => isFields(each) && each.type === moment);
  const write = (next: readonly Message[]) => onChange(next.length > 0 ? next : undefined);
  const change = (message: Message, part: Message) =>
    write(messages.map((each) => (each === message ? { ...each, ...part } : each)));
  const turn = (moment: Moment, isOn: boolean) => {
    if (!isOn) {
      setDropped({ ...dropped, [moment]: of(moment) });
      return write(messages.filter((each) => !of(moment).includes(each)));
    }
    const delay = moment === "request-response-delayed" ? { timingMilliseconds: DELAY_MS } : {};
    const added = dropped[moment] ?? [{ type: moment, content: t(`toolEditor.says.${moment}`), ...delay }];
    write([...messages, ...added]);
  };
  const isOpen = isWhole || (problem !== undefined && MOMENTS.every((moment) => of(moment).every(isPlain)) === false);
  return (
    <>
      <ul className={classes.moments}>
        {MOMENTS.map((moment) => {
          const [message, ...others] = of(moment);
          const isOn = message !== undefined;
          const name = t(`toolEditor.moments.${moment}`);
          const seconds = Number(message?.timingMilliseconds ?? DELAY_MS) / 1000;
          return (
            <li key={moment} className={classes.moment}>
              <Switch
                size="sm"
                aria-label={name}
                disabled={isReadOnly}
                checked={isOn}
                onChange={(event) => turn(moment, event.currentTarget.checked)}
              />
              {isOn && moment === "request-response-delayed" && others.length === 0 ? (
                <span className={classes.after}>
                  {t("toolEditor.after")}
                  <NumberInput
                    variant="unstyled"
                    hideControls
                    aria-label={t("toolEditor.afterSeconds")}
                    suffix={t("toolEditor.secondsSuffix")}
                    min={0.1}
                    max={120}
                    disabled={isReadOnly}
                    value={seconds}
                    onChange={(next) =>
                      typeof next === "number" && change(message, { timingMilliseconds: Math.round(next * 1000) })
                    }
                  />
                </span>
              ) : (
                <span data-off={!isOn || undefined}>{name}</span>
              )}
              {!isOn && <span className={classes.off}>{t(`toolEditor.silent.${moment}`)}</span>}
              {isOn && others.length === 0 && isPlain(message) && (
                <TextInput
                  variant="unstyled"
                  aria-label={t("toolEditor.words", { name })}
                  disabled={isReadOnly}
                  value={String(message.content ?? "")}
                  onChange={(event) => change(message, { content: event.currentTarget.value })}
                />
              )}
              {isOn && (others.length > 0 || !isPlain(message)) && (
                <span className={classes.off}>{t("toolEditor.several", { count: others.length + 1 })}</span>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        className={classes.whole ?? ""}
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-expanded={isOpen}
        onClick={() => setWhole(!isOpen)}
      >
        {t("toolEditor.allMessages")}
      </Button>
      {isOpen && <div className={classes.folded}>{children}</div>}
    </>
  );
}

/** A message that one line shows. */
function isPlain({ conditions, contents, content }: Message): boolean {
  const isEmpty = (list: unknown) => list === undefined || (Array.isArray(list) && list.length === 0);
  return isEmpty(conditions) && isEmpty(contents) && (content === undefined || typeof content === "string");
}
