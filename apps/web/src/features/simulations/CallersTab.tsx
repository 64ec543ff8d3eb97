import { PERSONALITIES, type Personality, type TestSuite } from "@callwright/contract";
import { Button, Checkbox, Text } from "@mantine/core";
import { type Icon, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import classes from "./callers.module.css";
import { callerIcon } from "./gallery-icons.ts";
import { personalityResource } from "./personality-resource.ts";
import { ownCallersQuery } from "./simulation-queries.ts";
import { useSetSuite } from "./use-set-suite.ts";

/** Who plays the tests of a suite: callers of the gallery, and those of the organization. */
export function CallersTab({ entity }: { entity: ResourceEntity }) {
  const { t } = useTranslation();
  const client = useClient();
  const suite = entity as TestSuite;
  const { callers = [] } = suite;
  const setCallers = useSetSuite(suite);
  const mayEdit = useMayEdit("updateTestSuite");
  const texts = useResourceTexts(personalityResource);
  const mayCreate = useMayEdit("createPersonality");
  const own = useQuery(ownCallersQuery(client));
  const choose = (key: string, isChosen: boolean) => {
    const others = callers.filter((each) => each !== key);
    const next = isChosen ? [...others, key] : others;
    setCallers.mutate({ callers: next.length > 0 ? next : null });
  };
  const card = (key: string) => ({
    isChosen: callers.includes(key),
    isReadOnly: !mayEdit,
    onChoose: (isChosen: boolean) => choose(key, isChosen),
  });
  return (
    <div className={classes.tab}>
      <Text c="dimmed">
        {t(callers.length === 0 ? "simulations.callers.none" : "simulations.callers.hint", { count: callers.length })}
      </Text>
      <section>
        <h2 className={classes.title}>{t("simulations.callers.gallery")}</h2>
        <ul className={classes.cards}>
          {PERSONALITIES.map(({ key, name, icon, sentence }) => (
            <CallerCard key={key} name={name} icon={callerIcon(icon)} sentence={sentence} {...card(key)} />
          ))}
        </ul>
      </section>
      <section>
        <h2 className={classes.title}>{t("simulations.callers.own")}</h2>
        {own.error && (
          <LoadFailed
            message={t("resource.loadFailed", { reason: own.error.message, ...texts.nouns })}
            onRetry={() => void own.refetch()}
          />
        )}
        {own.data?.length === 0 && <Text c="dimmed">{texts.what}</Text>}
        <ul className={classes.cards}>
          {own.data?.map((each) => (
            <CallerCard key={each.id} name={each.name} icon={IconUser} sentence={sentenceOf(each)} {...card(each.id)}>
              <Link
                to="/simulations/callers/$callerId"
                params={{ callerId: each.id }}
                aria-label={t("simulations.callers.edit", { name: each.name })}
              >
                {t("simulations.callers.editShort")}
              </Link>
            </CallerCard>
          ))}
        </ul>
        {mayCreate && (
          <Button mt="sm" renderRoot={(props) => <Link to="/simulations/callers/new" {...props} />}>
            {t("resource.create", texts.nouns)}
          </Button>
        )}
      </section>
    </div>
  );
}

/** The beginning of what a language model gets. */
const sentenceOf = ({ assistant, behavior }: Personality): string =>
  behavior?.instructions ?? assistant.model?.messages?.[0]?.content ?? "";

interface CallerCardProps {
  name: string;
  icon: Icon;
  sentence: string;
  isChosen: boolean;
  isReadOnly: boolean;
  onChoose: (isChosen: boolean) => void;
  /** A link to its page. */
  children?: ReactNode;
}

function CallerCard({ name, icon: CallerIcon, sentence, isChosen, isReadOnly, onChoose, children }: CallerCardProps) {
  return (
    <li className={classes.card} data-chosen={isChosen || undefined}>
      <Checkbox
        aria-label={name}
        label={
          <span className={classes.name}>
            <CallerIcon size={16} aria-hidden="true" />
            {name}
          </span>
        }
        description={sentence}
        checked={isChosen}
        disabled={isReadOnly}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      {children}
    </li>
  );
}
