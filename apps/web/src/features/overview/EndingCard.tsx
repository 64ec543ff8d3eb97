import type { EndingUse } from "@callwright/contract";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useEndingSentence } from "../../resource/catalog/use-ending-warnings.ts";
import classes from "./overview.module.css";

const SHOWN = 10;

/** What uses a model, a voice or a transcriber that its provider ends, each with where to change it. */
export function EndingCard({ uses }: { uses: readonly EndingUse[] }) {
  const { t } = useTranslation();
  const sentenceOf = useEndingSentence();
  return (
    <section className={classes.card} aria-labelledby="ending-names">
      <header className={classes.cardHead}>
        <h2 id="ending-names">{t("catalog.endingTitle")}</h2>
      </header>
      <ul className={classes.problems}>
        {uses.slice(0, SHOWN).map((use) => (
          <li key={`${use.id} ${use.path}`}>
            <UseLink use={use} />
            <span className={classes.advice}>{sentenceOf(use)}</span>
          </li>
        ))}
      </ul>
      {uses.length > SHOWN && <p className={classes.note}>{t("catalog.more", { count: uses.length - SHOWN })}</p>}
    </section>
  );
}

function UseLink({ use: { resource, id, label } }: { use: EndingUse }) {
  if (resource === "assistant")
    return (
      <Link to="/assistants/$id" params={{ id }} className={classes.problem}>
        {label}
      </Link>
    );
  return (
    <Link to="/$resource/$id" params={{ resource: `${resource}s`, id }} className={classes.problem}>
      {label}
    </Link>
  );
}
