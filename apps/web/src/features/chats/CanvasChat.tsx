import type { AgentStarted } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { Composer } from "./Composer.tsx";
import classes from "./chats.module.css";
import { PlaygroundLog } from "./PlaygroundLog.tsx";
import { agentsOf, type NewConversation, NOTHING_SAID } from "./playground.ts";
import { usePlayground } from "./use-playground.ts";

interface CanvasChatProps {
  /** The agent that answers, with its unsaved changes. */
  agent: NewConversation;
  /** The list of agents in the chat changed, or the chat ended. */
  onAgents?: ((agents: readonly AgentStarted[], isOver: boolean) => void) | undefined;
  /** The choice between a chat and a call. */
  ways?: ReactNode;
  /** Starts a new conversation. */
  onAgain: () => void;
  onClose: () => void;
}

/** A chat beside an editor. */
export function CanvasChat({ agent, onAgents, ways, onAgain, onClose }: CanvasChatProps) {
  const { t } = useTranslation();
  const chat = usePlayground(NOTHING_SAID);
  const { turns, sessionId, isOver } = chat;
  const [begun, setBegun] = useState<string>();
  const current = useMemo(() => JSON.stringify(agent), [agent]);
  const agents = useMemo(() => agentsOf(turns), [turns]);
  const tell = useRef(onAgents);
  tell.current = onAgents;
  useEffect(() => tell.current?.(agents, isOver), [agents, isOver]);
  const send = () => {
    if (turns.length === 0) setBegun(current);
    chat.send(agent);
  };
  return (
    <section className={classes.beside} aria-label={t("playground.log")}>
      <header>
        <strong>{t("canvas.chat")}</strong>
        {sessionId !== undefined && (
          <Link to="/$resource/$id" params={{ resource: "sessions", id: sessionId }}>
            {t("playground.openSession")}
          </Link>
        )}
        {turns.length > 0 && (
          <Button size="compact-sm" onClick={onAgain}>
            {t("playground.fresh")}
          </Button>
        )}
        {ways}
        <CrossButton iconSize={16} aria-label={t("canvas.closeChat")} onClick={onClose} />
      </header>
      <PlaygroundLog
        turns={turns}
        empty={t(
          "squadId" in agent || "squad" in agent || "workflowId" in agent || "workflow" in agent
            ? "canvas.chatEmpty"
            : "canvas.assistantEmpty",
        )}
        onEdit={chat.edit}
      />
      <div className={classes.foot}>
        {turns.length > 0 && begun !== current && <p className={classes.composer}>{t("canvas.chatOutdated")}</p>}
        {isOver ? <p className={classes.composer}>{t("playground.over")}</p> : <Composer chat={chat} onSend={send} />}
      </div>
    </section>
  );
}
