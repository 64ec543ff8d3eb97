import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { useClient } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Conversation } from "./Conversation.tsx";
import { NOTHING_SAID, resumedState } from "./playground.ts";
import { listSessionChats } from "./session-chats.ts";

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
      {loaded.error ? (
        <Failure m="lg">{t("playground.loadFailed", { reason: loaded.error.message })}</Failure>
      ) : (
        <PageSkeleton />
      )}
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
