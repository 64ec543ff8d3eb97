import { isSameValue, USUAL_MINUTE } from "@callwright/contract";
import { Button, Drawer } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PARTS, type PartName } from "../../../data/capabilities.ts";
import { useFormat } from "../../../kit/use-format.ts";
import type { PartTime } from "../presets/expected.ts";
import { withPartsOf } from "../presets/pick-preset.ts";
import { Setups } from "../presets/Setups.tsx";
import { useExpected, useExpectedText } from "../presets/use-expected.ts";
import type { EditorFields } from "./editor-fields.ts";
import { ModelCard } from "./ModelCard.tsx";
import { ModelList } from "./ModelList.tsx";
import classes from "./part-sheet.module.css";
import { TranscriberCard } from "./TranscriberCard.tsx";
import { VoiceCard } from "./VoiceCard.tsx";

const CARDS = { model: ModelCard, voice: VoiceCard, transcriber: TranscriberCard };

interface PartSheetProps {
  part: PartName;
  fields: EditorFields;
  onClose: () => void;
}

/** The settings of the model, the voice or the transcriber, with whole setups above them, and what was changed at the end. */
export function PartSheet({ part, fields, onClose }: PartSheetProps) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const [before] = useState(config);
  const isChanged = PARTS.some((each) => !isSameValue(config[each], before[each]));
  const expected = useExpected();
  const text = useExpectedText();
  const [now, then] = [expected(config), expected(before)];
  const time = now.times.find((each) => each.part === part);
  const Card = CARDS[part];
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size={640}
      transitionProps={{ duration: 120 }}
      classNames={{ content: classes.sheet ?? "" }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header className={classes.head ?? ""}>
          <Drawer.Title className={classes.title ?? ""}>{t(`editor.${part}`)}</Drawer.Title>
          <span className={classes.about}>{t(`answering.about.${part}`)}</span>
          <Drawer.CloseButton aria-label={t("answering.close")} />
        </Drawer.Header>
        <Drawer.Body className={classes.body ?? ""}>
          <Setups {...fields} />
          {part === "model" && <ModelList {...fields} />}
          <Card {...fields} />
          {time && <TimeSource time={time} />}
          {now.costs && (
            <p className={classes.source}>
              {t("costs.expected.how", {
                requests: String(USUAL_MINUTE.requests),
                input: String(USUAL_MINUTE.inputTokens),
                output: String(USUAL_MINUTE.outputTokens),
                characters: String(USUAL_MINUTE.characters),
              })}
            </p>
          )}
        </Drawer.Body>
        <footer className={classes.foot}>
          <span role="status" className={classes.change}>
            {isChanged && (
              <>
                {t("answering.changed.wait")} {text.wait(then)} → <b>{text.wait(now)}</b> {t("answering.changed.minute")}{" "}
                {text.cost(then)} → <b>{text.cost(now)}</b>
              </>
            )}
          </span>
          {isChanged && (
            <Button variant="subtle" color="gray" onClick={() => edit((current) => withPartsOf(current, before))}>
              {t("presets.undo")}
            </Button>
          )}
          <Button variant="filled" onClick={onClose}>
            {t("answering.done")}
          </Button>
        </footer>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Where the time of a part comes from. */
function TimeSource({ time }: { time: PartTime }) {
  const { t } = useTranslation();
  const { calendarDay } = useFormat();
  if (time.from === "unknown") return <p className={classes.source}>{t("answering.source.unknown")}</p>;
  const ms = time.ms.toLocaleString();
  if (time.from === "calls") return <p className={classes.source}>{t("answering.source.calls", { ms, count: time.turns })}</p>;
  const { source, asOf } = time.published;
  return (
    <p className={classes.source}>
      {t("answering.source.ms", { ms })},{" "}
      <a href={source} target="_blank" rel="noreferrer">
        {t("answering.source.published", { host: new URL(source).hostname.replace(/^www\./, ""), date: calendarDay(asOf) })}
      </a>
    </p>
  );
}
