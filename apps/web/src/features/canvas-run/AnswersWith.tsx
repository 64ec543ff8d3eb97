import type { CreateAssistant } from "@callwright/contract";
import { Button, UnstyledButton } from "@mantine/core";
import { IconBrain, IconMicrophone, IconVolume } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../data/capabilities.ts";
import classes from "../../kit/canvas/canvas-frame.module.css";
import { InspectorPart } from "../../kit/canvas/Inspector.tsx";
import { useCatalog } from "../../resource/catalog/use-catalog.ts";
import { type ConfigProblem, problemAt } from "../../resource/problems.ts";
import { expectedTimes } from "../assistants/presets/expected.ts";
import { usePartLabel } from "../assistants/presets/use-part-label.ts";
import { useResponseTimesQuery } from "../assistants/presets/use-response-times.ts";
import { partOf } from "../assistants/settings/part-settings.ts";

const PARTS = [
  ["model", IconBrain],
  ["voice", IconVolume],
  ["transcriber", IconMicrophone],
] as const;

/** What may set a model, a voice and a transcriber. */
type Parts = { [part in PartName]?: unknown };

interface AnswersWithProps {
  /** What the step or the whole sets itself. */
  own: Parts;
  /** What applies where a step sets nothing. Absent: it is the whole, and the server's defaults apply. */
  shared?: Parts | undefined;
  /** Dotted path of what has the parts. */
  path: string;
  problems: readonly ConfigProblem[];
  isReadOnly: boolean;
  /** Undefined removes the part. */
  onChange: (part: PartName, value: unknown) => void;
  /** The form of a part that is set. */
  form: (part: PartName) => ReactNode;
}

/** The model, the voice and the transcriber of a step or of the whole: a line each, which opens its form. */
export function AnswersWith({ own, shared, path, problems, isReadOnly, onChange, form }: AnswersWithProps) {
  const { t } = useTranslation();
  const labelOf = usePartLabel();
  const { data = [] } = useQuery(useResponseTimesQuery());
  const [opened, setOpened] = useState<PartName>();
  const config = { ...shared, ...own } as CreateAssistant;
  const times = expectedTimes(config, data, useCatalog());
  const isOwn = PARTS.some(([part]) => own[part] !== undefined);
  return (
    <InspectorPart title={t("canvas.answersWith")} hint={shared && !isOwn ? t("canvas.asWhole") : undefined}>
      <ul className={classes.rows}>
        {PARTS.map(([part, Icon]) => {
          const time = times.find((each) => each.part === part);
          const at = path === "" ? part : `${path}.${part}`;
          const isOpen = opened === part || problemAt(problems, at) !== undefined;
          const isSet = own[part] !== undefined;
          return (
            <li key={part}>
              <UnstyledButton
                className={classes.line ?? ""}
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? undefined : part)}
              >
                <Icon size={16} aria-hidden="true" />
                <span className={classes.what}>
                  {labelOf(part, config)}
                  <small>{t(`editor.${part}`)}</small>
                </span>
                {shared && isSet && <span className={classes.quiet}>{t("canvas.ownPart")}</span>}
                {time && time.from !== "unknown" && (
                  <span className={`${classes.quiet} num`}>{t("latency.ms", { value: time.ms.toLocaleString() })}</span>
                )}
              </UnstyledButton>
              {isOpen && (
                <div className={classes.opened}>
                  {isSet && form(part)}
                  {!isReadOnly && (
                    <Button
                      size="compact-sm"
                      onClick={() => onChange(part, isSet ? undefined : (shared?.[part] ?? partOf(config, part)))}
                    >
                      {t(isSet ? (shared ? "canvas.asWholeAction" : "canvas.asDefault") : "canvas.choosePart")}
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </InspectorPart>
  );
}
