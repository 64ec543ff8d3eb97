import { roleAtLeast } from "@callwright/contract";
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { referenceTo } from "../../resource/form/references.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { usePickedName, usePicker } from "../../resource/use-choices.ts";
import { variablesOf } from "../../resource/variables/template-variables.ts";
import { VariablesDialog } from "../../resource/variables/VariablesDialog.tsx";
import { Composer } from "./Composer.tsx";
import classes from "./chats.module.css";
import { PlaygroundLog } from "./PlaygroundLog.tsx";
import { NOTHING_SAID, type PlaygroundState, resumedState } from "./playground.ts";
import { listSessionChats } from "./session-chats.ts";
import { usePlayground } from "./use-playground.ts";

const route = getRouteApi("/shell/chats/new");

/** Chat with an assistant. The session is in the address, so that a reload continues it. */
export function PlaygroundPage() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { count, sessionId, adopt } = useStart(route.useSearch().sessionId);
  const keep = useCallback(
    (id: string) => {
      adopt(id);
      void navigate({ search: (search) => ({ ...search, sessionId: id }), replace: true });
    },
    [navigate, adopt],
  );
  if (sessionId !== undefined) return <ResumedConversation key={count} sessionId={sessionId} onSession={keep} />;
  return <Conversation key={count} title={t("playground.title")} initial={NOTHING_SAID} onSession={keep} />;
}

function ResumedConversation({ sessionId, onSession }: { sessionId: string; onSession: (id: string) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const title = t("playground.title");
  const loaded = useQuery({
    // Fetched once per visit. A refetch would replace the running conversation.
    queryKey: ["playground", sessionId],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const [session, chats] = await Promise.all([
        client.sessions.get({ id: sessionId, signal }),
        listSessionChats(client, sessionId, signal),
      ]);
      return {
        assistantId: session.assistantId,
        state: resumedState(sessionId, chats, session.status === "completed", session.messages),
      };
    },
  });
  if (loaded.data) {
    const { assistantId, state } = loaded.data;
    return <Conversation title={title} initial={state} assistantId={assistantId} onSession={onSession} />;
  }
  return (
    <div>
      <PageHeader title={title} />
      <QueryState query={loaded} failed={(reason) => t("playground.loadFailed", { reason })} />
    </div>
  );
}

/**
 * The session in the address, and a count that rises with each new conversation. A session that the page created itself (`adopt`) is
 * put into the address, too, but does not start a new conversation.
 */
function useStart(sessionId: string | undefined) {
  const [seen, setSeen] = useState(sessionId);
  const [start, setStart] = useState({ sessionId, count: 0 });
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  if (sessionId !== seen) {
    setSeen(sessionId);
    if (sessionId === undefined || !own.has(sessionId)) {
      setStart({ sessionId, count: start.count + 1 });
      setOwn(new Set());
    }
  }
  const adopt = useCallback((id: string) => setOwn((before) => new Set([...before, id])), []);
  return { ...start, adopt };
}

interface ConversationProps {
  title: string;
  initial: PlaygroundState;
  /** Turns of a continued session. */
  assistantId?: string | undefined;
  /** Called when the conversation gets a new session. */
  onSession: (sessionId: string) => void;
}

/** Select an assistant, send messages, and read the streamed answers. */
function Conversation({ title, initial, assistantId: resumedId, onSession }: ConversationProps) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const chat = usePlayground(initial);
  const { turns, sessionId, isOver } = chat;
  const assistantId = resumedId ?? search.assistantId;
  const mayWrite = roleAtLeast(useSignedIn().org.role ?? "viewer", "editor");
  useEffect(() => {
    if (sessionId !== undefined) onSession(sessionId);
  }, [sessionId, onSession]);
  const [asked, setAsked] = useState<readonly string[]>();
  const neededNames = useNeededVariables();
  const send = (variableValues?: Record<string, unknown>) => {
    setAsked(undefined);
    const values = variableValues && { assistantOverrides: { variableValues } };
    chat.send(assistantId === undefined ? undefined : { assistantId, ...values });
  };
  const begin = async (id: string) => {
    const names = await neededNames(id);
    if (names.length > 0) setAsked(names);
    else send();
  };
  const submit = () => {
    if (turns.length === 0 && sessionId === undefined && assistantId !== undefined) void begin(assistantId);
    else send();
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
      <PlaygroundLog turns={turns} empty={t("playground.empty")} onEdit={mayWrite ? chat.edit : undefined} />
      <div className={classes.foot}>
        {!mayWrite && <p className={classes.composer}>{t("playground.mayNot")}</p>}
        {mayWrite && isOver && <p className={classes.composer}>{t("playground.over")}</p>}
        {mayWrite && !isOver && <Composer chat={chat} canSend={assistantId !== undefined || turns.length > 0} onSend={submit} />}
        {asked && assistantId !== undefined && (
          <VariablesDialog
            ownerId={assistantId}
            names={asked}
            action={t("playground.send")}
            onStart={send}
            onClose={() => setAsked(undefined)}
          />
        )}
      </div>
    </div>
  );
}

/** Variables that a conversation with the assistant needs. Empty if the assistant cannot be read: the chat shows that error. */
function useNeededVariables() {
  const client = useClient();
  return (assistantId: string): Promise<readonly string[]> =>
    client.assistants.get({ id: assistantId }).then(variablesOf, () => []);
}

interface AssistantChoiceProps {
  value: string | undefined;
  /** A conversation keeps its assistant. */
  isFixed: boolean;
  onChange: (id: string | null) => void;
}

function AssistantChoice({ value, isFixed, onChange }: AssistantChoiceProps) {
  const { t } = useTranslation();
  const nameOf = usePickedName(() => t("assistants.unnamed"));
  const { props } = usePicker(referenceTo("assistants"), value === undefined ? [] : [value], nameOf);
  return (
    <Select
      {...props}
      aria-label={t("playground.assistant")}
      placeholder={t("playground.choose")}
      w={320}
      maw="100%"
      disabled={isFixed}
      value={value ?? null}
      onChange={onChange}
    />
  );
}
