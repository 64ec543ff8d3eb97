import {
  type AgentStarted,
  CHAT_TURN_MAX_MS,
  type CompliancePlan,
  type ConversationMessage,
  chatInputText,
  costReport,
  PlatformError,
  type SaidMessage,
  type SessionStatus,
  timeLimit,
  type Usage,
} from "@callwright/contract";
import { type ModelUsage, NO_TOOLS, type ToolHappening, type ToolRunner } from "@callwright/engine/conversation";
import { privacyOf } from "../../platform/compliance/privacy.ts";
import type { Database } from "../../platform/db/connect.ts";
import { whileDatabaseIsAway } from "../../platform/db/database-retry.ts";
import { filterTexts } from "../../platform/isolation/foreign-texts.ts";
import { listPrices } from "../cost/price-store.ts";
import { addSpending, requireBudget } from "../cost/spending.ts";
import type { OpenTeam } from "../tool/run/agents/open-team.ts";
import type { ServerMessages } from "../webhook/server-messages.ts";
import { answerChat, type ChatAnswer, givenAnswer, NO_ANSWER } from "./answer-chat.ts";
import { changedValues } from "./changed-values.ts";
import { isEndingSignal, type ReadInput, readInput } from "./chat-input.ts";
import type { ChatQueue } from "./chat-queue.ts";
import { createChatSemaphore } from "./chat-semaphore.ts";
import { converse } from "./converse.ts";
import { type ChatContext, type ChatRequest, type OpenSession, openSession } from "./open-session.ts";
import { keepHold } from "./session-hold.ts";
import { beginSession } from "./session-hooks.ts";
import * as store from "./store.ts";
import { storableFindings, storableReason, storableSaid, storableSession } from "./stored-words.ts";

/** An accepted chat: it is stored, and its session is held. */
export interface AcceptedChat {
  id: string;
  sessionId: string;
  createdAt: Date;
  /** The chat is stored without its words: only its response contains them. */
  isPrivate: boolean;
  /**
   * To be called once. Resolves when the answer is stored, also when its client went away in the middle.
   * Fails when it could not be stored.
   */
  answer(listener?: ChatListener): Promise<FinishedChat>;
}

/** Learns of an answer while it is made. */
export interface ChatListener {
  onText?: (text: string) => void;
  onTool?: (happening: ToolHappening) => void;
  onAgent?: (started: AgentStarted) => void;
  /** Called after each request to the model, where the provider counts. */
  onUsage?: (usage: ModelUsage) => void;
}

/** The results of an answer. */
interface ChatResult {
  answer: ChatAnswer;
  agents: AgentStarted[];
  variables: Record<string, unknown>;
  usages: readonly Usage[];
}

export interface FinishedChat extends ChatAnswer {
  /** Who took the conversation of a squad or a workflow over in this chat, in order. */
  agents: AgentStarted[];
  sessionStatus: SessionStatus;
  /** The input in the form that the model received. */
  input: readonly ConversationMessage[];
}

/** How long a finished answer waits for a database that is away. */
const STORE_WAIT_MS = 10_000;

/** Chats of every organization, answered in this process by the same conversation core as calls. */
export function createChatService(context: ChatContext, messages: ServerMessages, queue: Pick<ChatQueue, "take" | "work">) {
  const { db, now, newId } = context;
  const running = new Set<Promise<unknown>>();
  /** Aborts the answers that are running. Each has its own controller, so that finished answers leave nothing in memory. */
  const givingUp = new Set<AbortController>();
  const semaphore = createChatSemaphore(context.secrets);
  let isClosed = false;

  async function insert({ session, isNew, seq }: OpenSession, id: string, request: ChatRequest, input: ReadInput) {
    const createdAt = now();
    const { assistant } = session;
    const { id: sessionId, orgId } = session;
    await db.transaction(async (tx) => {
      if (request.newestSession) await requireNewest(tx, orgId, request.newestSession);
      if (isNew) await store.insertSession({ ...context, db: tx }, storableSession(session));
      await store.insertChat(tx, {
        id,
        orgId,
        sessionId,
        seq,
        createdAt,
        updatedAt: createdAt,
        name: request.body.name ?? null,
        previousChatId: request.body.previousChatId ?? null,
        status: "in-progress",
        input: storableSaid(assistant, input.stored),
        output: [],
      });
      if (isNew) await messages.sessionChanged(tx, session, { type: "session.created" });
    });
    messages.wake();
    return createdAt;
  }

  /** Fails with `session-busy` when another node has begun a session of the two numbers meanwhile. */
  async function requireNewest(tx: Database, orgId: string, { id, of }: NonNullable<ChatRequest["newestSession"]>) {
    await store.lockTextSession(tx, orgId, of);
    if ((await store.findTextSession(tx, orgId, { ...of, now: now() })) !== id) throw new PlatformError("session-busy");
  }

  /** If the chat cannot be stored, releases its session. Otherwise the session would stay busy until the hold expires. */
  async function insertOrRelease(open: OpenSession, id: string, request: ChatRequest, given: ReadInput) {
    const { orgId, assistant } = open.session;
    try {
      const input = await filterInput(orgId, assistant.compliancePlan, given);
      return { input, createdAt: await insert(open, id, request, input) };
    } catch (error) {
      await open.tools.close();
      // If this fails too, the hold runs out.
      await store
        .releaseSession(db, open.session.orgId, open.session.id, id)
        .catch((cause: unknown) =>
          request.log.warn({ sessionId: open.session.id, err: cause }, "the hold of a chat's session could not be released"),
        );
      throw error;
    }
  }

  async function finish(
    { session, team }: OpenSession,
    id: string,
    { answer, agents, variables, usages }: ChatResult,
    ends: boolean,
  ): Promise<SessionStatus> {
    const at = now();
    const { assistant } = session;
    const isPrivate = privacyOf(assistant.compliancePlan) !== undefined;
    const { status: chatStatus } = answer;
    const output = storableSaid(assistant, answer.output);
    const failure = answer.failure && { ...answer.failure, message: storableReason(assistant, answer.failure.message) };
    const write = () =>
      db.transaction(async (tx) => {
        const costs = costReport(usages, await listPrices(tx, session.orgId));
        await addSpending(tx, session.orgId, costs.cost, at);
        await store.concludeChat(tx, session.orgId, id, {
          status: chatStatus,
          output,
          ...storableFindings(assistant, { agents, variables }),
          failure,
          costs,
          updatedAt: at,
        });
        // Agents that servers chose stay in the session.
        if (team?.hasChanged && !isPrivate) await store.setTeam({ ...context, db: tx }, session);
        const concluded = await store.concludeTurn(tx, session.orgId, session.id, id, { ends, at });
        await messages.sessionChanged(tx, session, { type: "chat.created", chatId: id });
        if (ends) await messages.sessionChanged(tx, session, { type: "session.updated" });
        return concluded;
      });
    const status = await queue.work(session.orgId, () => whileDatabaseIsAway(write, timeLimit(STORE_WAIT_MS)));
    messages.wake();
    return status ?? (ends ? "completed" : "active");
  }

  async function answerAndStore(
    open: OpenSession,
    id: string,
    request: ChatRequest,
    input: ConversationMessage[],
    { onText = () => undefined, onTool = () => undefined, onAgent = () => undefined, onUsage = () => undefined }: ChatListener,
  ): Promise<FinishedChat> {
    const { session, orgKeys, tools } = open;
    const { sessionEnd } = request.body;
    const stopKeeping = keepHold(context, session.orgId, session.id, id);
    const giveUp = new AbortController();
    if (isClosed) giveUp.abort();
    givingUp.add(giveUp);
    const limit = setTimeout(() => giveUp.abort(), CHAT_TURN_MAX_MS);
    let isAnswered = false;
    try {
      const signal = AbortSignal.any([request.signal, giveUp.signal]);
      const isSignal = isEndingSignal(input, sessionEnd);
      const begun = open.isNew ? await beginSession(context, request.log, session, open) : { history: [], variables: {} };
      const variables = { ...open.variables, ...begun.variables };
      const agents: AgentStarted[] = [];
      const usages: Usage[] = [];
      const conversation = await converse(context, request.log, session, {
        history: [...open.history, ...begun.history, ...input],
        variables,
        orgKeys,
        tools: tools.runner,
        team: open.team,
        onAgent: (started) => {
          agents.push(started);
          onAgent(started);
        },
        // A tool that runs in the background may answer after the chat has ended.
        onTool: (happening) => isAnswered || onTool(happening),
        onUsage,
        onCountedUsage: (usage) => usages.push(usage),
      });
      const before = conversation.variableValues;
      const runner = open.team ? runnerOfAll(open.team) : tools.runner;
      const given = request.isAnswer && typeof request.body.input === "string" ? givenAnswer(request.body.input) : undefined;
      if (given) onText(given.text);
      const answer = given ?? (isSignal ? NO_ANSWER : await answerChat(conversation, { runner, signal, onText }));
      isAnswered = true;
      const extracted = { ...begun.variables, ...changedValues(before, conversation.variableValues) };
      const ids = { chatId: id, sessionId: session.id };
      if (answer.failure) request.log.warn({ ...ids, provider: answer.failure.provider }, "the model of a chat failed");
      // A chat cannot continue from a private one, because that is not stored.
      const isPrivate = privacyOf(session.assistant.compliancePlan) !== undefined;
      const ends = sessionEnd || answer.endsSession || isPrivate;
      const sessionStatus = await finish(open, id, { answer, agents, variables: extracted, usages }, ends);
      request.log.debug({ ...ids, status: answer.status, sessionStatus }, "chat answered");
      return { ...answer, agents, sessionStatus, input };
    } finally {
      clearTimeout(limit);
      givingUp.delete(giveUp);
      stopKeeping();
      await tools.close();
    }
  }

  return {
    /** Takes a message on, or refuses it: as `openSession`, or with `chats-at-capacity` or `validation-failed`. */
    async accept(request: ChatRequest): Promise<AcceptedChat> {
      const given = request.isAnswer ? { stored: [], messages: [] } : readInput(request.body.input, request.caller);
      const leaveSemaphore = semaphore.take(request);
      const endTurn = await queue.take(request.caller.orgId);
      const leavePlace = () => {
        endTurn();
        leaveSemaphore();
      };
      try {
        const id = newId();
        const { open, input, createdAt } = await queue.work(request.caller.orgId, async () => {
          await requireBudget(db, request.caller, now());
          const open = await openSession(context, request, id);
          return { open, ...(await insertOrRelease(open, id, request, given)) };
        });
        return {
          id,
          sessionId: open.session.id,
          createdAt,
          isPrivate: privacyOf(open.session.assistant.compliancePlan) !== undefined,
          answer(listener = {}) {
            const finished = answerAndStore(open, id, request, input.messages, listener).finally(() => {
              leavePlace();
              running.delete(finished);
            });
            running.add(finished);
            return finished;
          },
        };
      } catch (error) {
        leavePlace();
        throw error;
      }
    },

    /** Ends every answer of this node at its current position, and waits until they are stored. */
    async close() {
      isClosed = true;
      for (const giveUp of givingUp) giveUp.abort();
      await Promise.allSettled(running);
    },
  };
}

export type ChatService = ReturnType<typeof createChatService>;

/** The tools of all agents, to tell which calls the client answers. */
function runnerOfAll({ runners }: OpenTeam): ToolRunner {
  return { tools: [...runners.values()].flatMap(({ tools }) => tools), run: NO_TOOLS.run };
}

/** The input after the security filter of the conversation. Stored messages name the filters that found something. */
async function filterInput(orgId: string, plan: CompliancePlan | undefined, { stored, messages }: ReadInput): Promise<ReadInput> {
  const filters = plan?.securityFilterPlan;
  if (!filters?.enabled) return { stored, messages };
  // Most messages are stored as the model reads them.
  const texts = [...new Set([...stored, ...messages].filter(isFiltered).map(chatInputText))];
  const results = await filterTexts(orgId, filters, texts);
  const resultOf = new Map(texts.map((text, index) => [text, results[index]]));
  const filtered = <Message extends SaidMessage>(message: Message): Message => {
    const result = isFiltered(message) ? resultOf.get(chatInputText(message)) : undefined;
    return !result || result.filters.length === 0 ? message : { ...message, content: result.text, filtered: result.filters };
  };
  return { stored: stored.map(filtered), messages: messages.map(filtered) };
}

const isFiltered = ({ role }: SaidMessage) => role === "user" || role === "assistant";
