import { Button } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { requestTalk } from "../../data/talk-request.ts";
import classes from "./overview.module.css";
import type { DoneSteps } from "./overview-queries.ts";

/** The first steps of a new organization: talk, add a model, embed. Hidden when all are done. */
export function NextSteps({ hasOwnCalls, done }: { hasOwnCalls: boolean; done: DoneSteps }) {
  const { t } = useTranslation();
  const [request] = useState(() => randomId("call-"));
  if (hasOwnCalls && done.hasKey && done.isEmbedded) return null;
  const { assistantId } = done;
  const steps = [
    {
      name: "talk",
      isDone: hasOwnCalls,
      link: assistantId ? (
        <Link
          to="/assistants/$id"
          params={{ id: assistantId }}
          search={{ talk: request }}
          onClick={() => void requestTalk(request)}
        />
      ) : (
        <Link to="/assistants" search={{ new: true }} />
      ),
    },
    { name: "model", isDone: done.hasKey, link: <Link to="/$resource/new" params={{ resource: "credentials" }} /> },
    {
      name: "embed",
      isDone: done.isEmbedded,
      link: assistantId ? <Link to="/assistants/$id/embed" params={{ id: assistantId }} /> : <Link to="/assistants" />,
    },
  ] as const;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <section className={classes.card} aria-labelledby="next-steps">
      <header className={classes.cardHead}>
        <h2 id="next-steps">{t("overview.next")}</h2>
      </header>
      <ol className={classes.steps}>
        {steps.map(({ name, isDone, link }) => (
          <li key={name} data-done={isDone || undefined}>
            <div>
              <strong>
                {isDone && <IconCheck size={16} aria-label={t("overview.done")} />}
                {t(`overview.steps.${name}.title`)}
              </strong>
              <p className={classes.note}>{t(`overview.steps.${name}.body`)}</p>
            </div>
            {!isDone && (
              <Button
                variant={name === next ? "filled" : "default"}
                renderRoot={(props) => <link.type {...link.props} {...props} />}
              >
                {t(`overview.steps.${name}.action`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
