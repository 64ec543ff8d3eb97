import { roleAtLeast } from "@callwright/contract";
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../app/PageHeader.tsx";
import { useClient, useSession } from "../../app/services.tsx";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { choicesQuery } from "../../resource/resource-queries.ts";
import { Composer } from "./Composer.tsx";
import classes from "./chats.module.css";
import { PlaygroundLog } from "./PlaygroundLog.tsx";
import type { PlaygroundState } from "./playground.ts";
import { usePlayground } from "./use-playground.ts";

const route = getRouteApi("/shell/chats/new");

interface ConversationProps {
  title: string;
  initial: PlaygroundState;
  /** Of a session that goes on. */
  assistantId?: string | undefined;
  /** The conversation has a session, or another one than before. */
  onSession: (sessionId: string) => void;
}

/** Choose whom to ask, ask, and watch the answer come. */
export function Conversation({ title, initial, assistantId: resumedId, onSession }: ConversationProps) {
  const { t } = useTranslation();
  const session = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { playground, turns, sessionId, isOver, isAnswering } = usePlayground(initial);
  const [draft, setDraft] = useState("");
  const assistantId = resumedId ?? search.assistantId;
  const mayWrite = session.kind === "signed-in" && roleAtLeast(session.org.role ?? "viewer", "editor");
  useEffect(() => {
    if (sessionId !== undefined) onSession(sessionId);
  }, [sessionId, onSession]);
  const send = () => {
    setDraft("");
    void playground.send(draft.trim(), assistantId);
  };
  return (
    <div className={classes.screen}>
      <PageHeader
        title={title}
        parent={
          <Link to="/$resource" params={{ resource: "chats" }}>
            {t("chats.title")}
          </Link>
        }
        actions={
          <>
            {sessionId !== undefined && (
              <Button
                renderRoot={(props) => <Link to="/$resource/$id" params={{ resource: "sessions", id: sessionId }} {...props} />}
              >
                {t("playground.openSession")}
              </Button>
            )}
            {turns.length > 0 && (
              <Button renderRoot={(props) => <Link to="/chats/new" search={assistantId ? { assistantId } : {}} {...props} />}>
                {t("playground.fresh")}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.tools}>
        <AssistantChoice
          value={assistantId}
          isFixed={turns.length > 0 || resumedId !== undefined}
          onChange={(id) => void navigate({ search: id === null ? {} : { assistantId: id }, replace: true })}
        />
      </div>
      <PlaygroundLog
        turns={turns}
        onEdit={
          mayWrite
            ? (index) => {
                setDraft(turns[index]?.question ?? "");
                playground.rewind(index);
              }
            : undefined
        }
      />
      <div className={classes.foot}>
        {!mayWrite && <p className={classes.composer}>{t("playground.mayNot")}</p>}
        {mayWrite && isOver && <p className={classes.composer}>{t("playground.over")}</p>}
        {mayWrite && !isOver && (
          <Composer
            draft={draft}
            onDraft={setDraft}
            canSend={draft.trim() !== "" && (assistantId !== undefined || turns.length > 0)}
            isAnswering={isAnswering}
            onSend={send}
            onStop={playground.stop}
          />
        )}
      </div>
    </div>
  );
}

interface AssistantChoiceProps {
  value: string | undefined;
  /** A conversation keeps whom it began with. */
  isFixed: boolean;
  onChange: (id: string | null) => void;
}

function AssistantChoice({ value, isFixed, onChange }: AssistantChoiceProps) {
  const { t } = useTranslation();
  const assistants = useQuery(choicesQuery(useClient(), { path: "assistants", name: "Assistant" })).data ?? [];
  const named = assistants.map((entity) => ({ value: entity.id, label: nameOfEntity(entity) ?? t("assistants.unnamed") }));
  const isNamed = value === undefined || named.some((choice) => choice.value === value);
  return (
    <Select
      aria-label={t("playground.assistant")}
      placeholder={t("playground.choose")}
      w={320}
      maw="100%"
      searchable
      disabled={isFixed}
      data={isNamed ? named : [...named, { value, label: value }]}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
