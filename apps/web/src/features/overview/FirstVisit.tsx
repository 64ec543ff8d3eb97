import type { Assistant } from "@callwright/contract";
import { Button } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { type Icon, IconFlask, IconHeadset, IconMessage, IconMicrophone, IconPhoneCall } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactElement, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PARTS, type PartName as Part } from "../../data/capabilities.ts";
import { requestTalk } from "../../data/talk-request.ts";
import { Fact } from "../../kit/Fact.tsx";
import { humanValue } from "../../kit/field-names.ts";
import classes from "./first-visit.module.css";
import type { DoneSteps } from "./overview-queries.ts";

/** The overview before the first call of one's own: a talk with the first assistant, and what there is to do. */
export function FirstVisit({ done, steps }: { done: DoneSteps; steps: ReactNode }) {
  const { t } = useTranslation();
  const { assistant, sampleCallId } = done;
  return (
    <>
      {assistant && <Welcome assistant={assistant} />}
      {steps}
      <section>
        <h2 className={classes.title}>{t("overview.first.more")}</h2>
        <ul className={classes.more}>
          {sampleCallId && (
            <More name="sampleCall" icon={IconPhoneCall} link={<Link to="/calls/$id" params={{ id: sampleCallId }} />} />
          )}
          <More name="test" icon={IconFlask} link={<Link to="/$resource" params={{ resource: "simulations" }} />} />
          <More name="template" icon={IconHeadset} link={<Link to="/assistants" search={{ new: true }} />} />
        </ul>
      </section>
    </>
  );
}

function Welcome({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation();
  const [request] = useState(() => randomId("call-"));
  const id = useId();
  const name = assistant.name ?? t("assistants.unnamed");
  const isLocal = PARTS.every((part) => (assistant[part]?.provider ?? "callwright") === "callwright");
  // The shop of the assistant that every organization begins with.
  const isSample = assistant.firstMessage?.includes("Hazel Street Bakery") ?? false;
  const topics = isSample
    ? SAMPLE_QUESTIONS.map((each) => t("overview.first.quoted", { text: t(`overview.first.questions.${each}`) }))
    : topicsOf(assistant);
  return (
    <section className={classes.welcome} aria-labelledby={id}>
      <div className={classes.talk}>
        <h2 id={id} className={classes.ready}>
          {t("overview.first.ready", { name })}
        </h2>
        <p className={classes.about}>
          {isSample && t("overview.first.sample")} {t(isLocal ? "overview.first.local" : "overview.first.hosted")}
        </p>
        <Wave />
        <div className={classes.buttons}>
          <Button
            variant="filled"
            size="lg"
            className={classes.main ?? ""}
            leftSection={<IconMicrophone size={20} aria-hidden="true" />}
            renderRoot={(props) => (
              <Link
                to="/assistants/$id"
                params={{ id: assistant.id }}
                search={{ talk: request }}
                {...props}
                onClick={() => void requestTalk(request)}
              />
            )}
          >
            {t("overview.first.talk", { name })}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconMessage size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link to="/chats/new" search={{ assistantId: assistant.id }} {...props} />}
          >
            {t("overview.first.type")}
          </Button>
        </div>
        <p className={classes.note}>{t("overview.first.microphone")}</p>
      </div>
      <div className={classes.side}>
        {topics.length > 0 && (
          <section>
            <h3>{t(isSample ? "overview.first.say" : "overview.first.ask")}</h3>
            <ul className={classes.topics}>
              {topics.map((topic) => (
                <li key={topic}>{topic}</li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>{t("overview.first.runs")}</h3>
          <dl className={classes.parts}>
            {PARTS.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)).map((part) => (
              <Fact key={part} name={t(`overview.first.parts.${part}`)}>
                <PartName part={part} assistant={assistant} />
              </Fact>
            ))}
          </dl>
        </section>
      </div>
    </section>
  );
}

/** "Groq · llama-3.3-70b-versatile" */
function PartName({ part, assistant }: { part: Part; assistant: Assistant }) {
  const { t } = useTranslation();
  const { provider = "callwright", model } = (assistant[part] ?? {}) as Record<string, string | undefined>;
  if (provider === "callwright") return t(`editor.builtInProviders.${part}`);
  return [humanValue(provider), part === "voice" ? undefined : model].filter(Boolean).join(" · ");
}

/** In the order of a turn. */
const ORDER = ["transcriber", "model", "voice"];

const SAMPLE_QUESTIONS = ["open", "deliver", "order", "park"] as const;
const TOPICS_SHOWN = 5;

/** The headings of its prompt. */
function topicsOf({ model }: Assistant): string[] {
  const prompt = model?.messages?.find(({ role }) => role === "system")?.content ?? "";
  const headings = prompt.matchAll(/^#+\s+(.+)$/gm);
  return [...new Set([...headings].map(([, heading = ""]) => heading.trim()))].slice(0, TOPICS_SHOWN);
}

/** A voice, drawn. */
function Wave() {
  return (
    <svg className={classes.wave} viewBox="0 0 632 88" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d={WAVE} />
    </svg>
  );
}

const BARS = 105;

const WAVE = Array.from({ length: BARS }, (_, index) => {
  const loud = Math.sin((index / BARS) * Math.PI) ** 1.4;
  const height = 6 + loud * 70 * Math.abs(Math.sin(index * 0.71) * 0.55 + Math.sin(index * 0.23 + 1) * 0.45);
  return `M${index * 6 + 3} ${(44 - height / 2).toFixed(1)}v${height.toFixed(1)}`;
}).join("");

interface MoreProps {
  name: "sampleCall" | "test" | "template";
  icon: Icon;
  link: ReactElement<object>;
}

function More({ name, icon: Icon, link }: MoreProps) {
  const { t } = useTranslation();
  return (
    <li>
      <link.type {...link.props} className={classes.row}>
        <Icon size={16} aria-hidden="true" />
        <strong>{t(`overview.first.${name}.title`)}</strong>
        <span className={classes.what}>{t(`overview.first.${name}.body`)}</span>
        <span className={classes.go}>{t(`overview.first.${name}.action`)}</span>
      </link.type>
    </li>
  );
}
