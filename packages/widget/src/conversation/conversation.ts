import type { CallErrorDetail, CallSnapshot, CallwrightCall, Transcript } from "@callwright/call";
import { CallFailure } from "@callwright/call";
import type { AssistantOverrides, ClientMessageInput, CreateAssistant } from "@callwright/contract";
import type { WidgetOptions } from "../options/widget-options.ts";
import { problemText } from "../texts.ts";
import type { WidgetEventDetails, WidgetState } from "../widget-events.ts";
import type { ChatTarget } from "./chat-client.ts";
import { ChatSession } from "./chat-session.ts";
import { EMPTY_HISTORY, type HistoryAction, messagesOf, reduceHistory, type VisitHistory } from "./history.ts";
import type { CallWith } from "./kept-call.ts";
import { SpokenSide } from "./spoken-side.ts";
import { callStore, type KeptCallStore } from "./visit-storage.ts";

/** With `apiUrl` resolved. */
export type ConversationSettings = WidgetOptions & { apiUrl: string };

export interface ConversationEnvironment {
  fetch: typeof fetch;
  createCall(publicKey: string, apiUrl: string): CallwrightCall;
  /** Emits an event to the page. */
  tell<Name extends keyof WidgetEventDetails>(name: Name, detail: WidgetEventDetails[Name]): void;
  /** The view must update. */
  onChange(): void;
}

/** A failure that is shown until the next attempt. */
export interface ConversationProblem {
  code: string;
  message: string;
}

/** Maximum earlier messages that a call gets as context. */
const RETOLD_MESSAGES_MAX = 40;

const CHAT_ENDED = "This chat has ended. Clear the conversation to start a new one.";

/** Identifies the agent. By value, because a page may create an equal inline assistant again. */
function partnerOf({ publicKey, apiUrl, assistantId, assistant, squadId, workflowId }: ConversationSettings): string {
  return JSON.stringify([publicKey, apiUrl, assistantId ?? assistant, squadId, workflowId]);
}

/**
 * A conversation with one assistant, typed and spoken, as one history. Without a view: the element shows it, or the page does (`headless`). Typed
 * text goes to the running call, or else to the chat. Call and chat each get the messages of the other.
 */
export class WidgetConversation {
  readonly #environment: ConversationEnvironment;
  readonly #chat: ChatSession;
  readonly #spoken: SpokenSide;
  #settings: ConversationSettings;
  #history: VisitHistory = EMPTY_HISTORY;
  #isChatEnded = false;
  #replies = 0;
  #ids = 0;
  #callPieceId = "";
  /** How many first captions of the running call were cleared. */
  #forgottenCaptions = 0;
  /** The assistant's caption can still grow. */
  #isAssistantTurnOpen = false;
  #told = new Set<string>();
  #problem: ConversationProblem | undefined;

  constructor(environment: ConversationEnvironment, settings: ConversationSettings) {
    this.#environment = environment;
    this.#settings = settings;
    this.#chat = new ChatSession(environment.fetch);
    this.#spoken = this.#newSpokenSide();
  }

  get history(): VisitHistory {
    return this.#history;
  }

  /** The running call, or the last one. */
  get call(): CallSnapshot {
    return this.#spoken.snapshot;
  }

  get isCallRunning(): boolean {
    return this.#spoken.isRunning;
  }

  get isChatEnded(): boolean {
    return this.#isChatEnded;
  }

  get problem(): ConversationProblem | undefined {
    return this.#problem;
  }

  get state(): Omit<WidgetState, "isOnline"> {
    const { isMuted, callId } = this.call;
    return { phase: this.#spoken.phase, isMuted, isReplying: this.#replies > 0, callId, sessionId: this.#chat.sessionId };
  }

  /** For the next call and chat. Another assistant or key starts a new chat. */
  configure(settings: ConversationSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (partnerOf(before) !== partnerOf(settings)) this.#chat.forget();
  }

  /**
   * Sends a text. False for blanks, and when it could not be sent or was not answered: an `error` event then has the reason, unless the
   * chat was ended meanwhile.
   */
  async write(text: string): Promise<boolean> {
    const said = text.trim();
    if (!said) return false;
    if (this.#isChatEnded && !this.isCallRunning) {
      this.#environment.tell("error", { source: "chat", code: "chat-ended", message: CHAT_ENDED });
      return false;
    }
    this.#begin();
    if (this.isCallRunning) {
      this.#spoken.write(said);
      return true;
    }
    const id = this.#newId();
    this.#change({ type: "written", id, role: "user", text: said });
    return this.#ask(id);
  }

  /** Resends a failed message. */
  async retry(id: string): Promise<boolean> {
    this.#problem = undefined;
    this.#change({ type: "retried", id });
    return this.#ask(id);
  }

  /** Resolves with true if the call was joined. Otherwise an `error` event says why. */
  async startCall(): Promise<boolean> {
    let pieceId: string | undefined;
    const create = () => {
      this.#begin();
      pieceId = this.#beginCallPiece();
      return this.#newCall();
    };
    const isJoined = await this.#spoken.start(create, this.#callWith, this.#store);
    if (!isJoined && pieceId) this.#change({ type: "call-failed", id: pieceId });
    return isJoined;
  }

  /** Rejoins a call that the previous page left running. */
  async rejoinCall(): Promise<boolean> {
    const store = this.#store;
    if (!store || this.isCallRunning) return false;
    let pieceId: string | undefined;
    const create = () => {
      pieceId = this.#beginCallPiece();
      return this.#newCall();
    };
    const isBack = await this.#spoken.rejoin(create, this.#callWith, store);
    if (!isBack && pieceId) this.#change({ type: "call-dropped", id: pieceId });
    return isBack;
  }

  endCall(): Promise<void> {
    return this.#spoken.end();
  }

  setMuted(isMuted: boolean): void {
    this.#spoken.setMuted(isMuted);
  }

  /** Sends a client message to the running call. Returns false without a call. */
  send(message: ClientMessageInput): boolean {
    return this.#spoken.send(message);
  }

  retryMicrophone(): Promise<void> {
    return this.#spoken.retryMicrophone();
  }

  /** Ends the chat here and on the server. */
  endChat(): void {
    this.#chatEnded(this.#chat.end(this.#target));
  }

  /** Clears all messages. A running call continues. */
  clear(): void {
    this.#chat.forget();
    this.#isChatEnded = false;
    this.#problem = undefined;
    this.#change({ type: "cleared" });
    if (this.isCallRunning) this.#beginCallPiece(this.call.transcript.captions.length);
  }

  /** Releases everything. */
  release(): void {
    this.#chat.forget();
    void this.#spoken.release();
  }

  get #target(): ChatTarget {
    const { apiUrl, publicKey = "", assistantId, assistant, squadId, workflowId, assistantOverrides } = this.#settings;
    const inline = assistant as CreateAssistant | undefined;
    return { apiUrl, publicKey, assistantId, assistant: inline, squadId, workflowId, assistantOverrides };
  }

  get #callWith(): CallWith {
    const { assistantId, assistant, squadId, workflowId, assistantOverrides } = this.#settings;
    return {
      assistant: assistantId ?? (assistant as CreateAssistant | undefined),
      squad: squadId,
      workflow: workflowId,
      assistantOverrides: assistantOverrides as AssistantOverrides | undefined,
    };
  }

  get #shownTranscript(): Transcript {
    const { transcript } = this.call;
    return { ...transcript, captions: transcript.captions.slice(this.#forgottenCaptions) };
  }

  get #store(): KeptCallStore | undefined {
    const { voiceAutoReconnect, voiceReconnectStorage, reconnectStorageKey } = this.#settings;
    return voiceAutoReconnect ? callStore(voiceReconnectStorage, reconnectStorageKey) : undefined;
  }

  #newCall(): CallwrightCall {
    const { publicKey = "", apiUrl } = this.#settings;
    return this.#environment.createCall(publicKey, apiUrl);
  }

  #newId(): string {
    this.#ids += 1;
    return `m${this.#ids}`;
  }

  /** Starts an attempt. If typing is possible, the assistant's first message becomes the first entry. */
  #begin(): void {
    this.#problem = undefined;
    const { chatFirstMessage, mode } = this.#settings;
    if (this.#history.length > 0 || !chatFirstMessage || mode === "voice") return;
    this.#change({ type: "written", id: this.#newId(), role: "assistant", text: chatFirstMessage });
  }

  #beginCallPiece(forgottenCaptions = 0): string {
    this.#callPieceId = this.#newId();
    this.#forgottenCaptions = forgottenCaptions;
    this.#change({ type: "call-begun", id: this.#callPieceId, isMarked: this.#settings.mode === "hybrid" });
    return this.#callPieceId;
  }

  /** Sends a message of the history to the chat. */
  async #ask(id: string): Promise<boolean> {
    const replyId = this.#newId();
    const messages = messagesOf(this.#history);
    const said = messages.slice(0, messages.findIndex((message) => message.id === id) + 1).filter(({ problem }) => !problem);
    this.#replies += 1;
    this.#change({ type: "reply-begun", id: replyId });
    try {
      const isNewSession = !this.#chat.sessionId;
      const isAnswered = await this.#chat.say(this.#target, said, {
        onSession: (sessionId) => isNewSession && this.#environment.tell("chat-start", { sessionId }),
        onWords: (text) => this.#change({ type: "reply-grew", id: replyId, text }),
        onSessionCompleted: () => this.#chatEnded(this.#chat.sessionId),
      });
      if (isAnswered) this.#chat.knows(replyId);
      this.#change({ type: "reply-completed", id: replyId, isInterrupted: !isAnswered });
      return isAnswered;
    } catch (error) {
      const { code, message } = error instanceof CallFailure ? error : { code: "unknown", message: String(error) };
      this.#change({ type: "failed", id, replyId, problem: problemText({ code, message }) });
      this.#environment.tell("error", { source: "chat", code, message });
      return false;
    } finally {
      this.#replies -= 1;
      this.#environment.onChange();
    }
  }

  #chatEnded(sessionId: string | undefined): void {
    if (this.#isChatEnded) return;
    this.#isChatEnded = true;
    this.#change({ type: "marked", id: this.#newId(), mark: "chat-ended" });
    this.#environment.tell("chat-end", { sessionId });
  }

  #newSpokenSide(): SpokenSide {
    const { tell, onChange } = this.#environment;
    return new SpokenSide({
      onChange: () => this.#change({ type: "call-changed", id: this.#callPieceId, transcript: this.#shownTranscript }),
      onStart: () => {
        this.#retell();
        tell("call-start", { callId: this.call.callId });
      },
      onEnd: (endedReason) => this.#callEnded(endedReason),
      onMessage: (message) => {
        if (message.type === "speech-update" && message.role === "assistant")
          this.#isAssistantTurnOpen = message.status === "started";
        tell("call-message", message);
        this.#tellCompleted();
      },
      onError: (error, isForPerson) => this.#callFailed(error, isForPerson),
      onMicrophone: (microphone) => tell("microphone", microphone),
      onSpeaking: (isSpeaking) => {
        tell(isSpeaking ? "speech-start" : "speech-end", undefined);
        onChange();
      },
      onVolume: (level) => tell("volume-level", level),
      onLocalVolume: (level) => tell("local-volume-level", level),
    });
  }

  /** Gives the call's assistant the earlier messages. */
  #retell(): void {
    const before = this.#history.findIndex(({ id }) => id === this.#callPieceId);
    for (const { role, text } of messagesOf(this.#history.slice(0, before)).slice(-RETOLD_MESSAGES_MAX))
      if (text) this.send({ type: "add-message", message: { role, content: text }, triggerResponseEnabled: false });
  }

  #callEnded(endedReason: string | undefined): void {
    this.#isAssistantTurnOpen = false;
    if (this.#settings.mode === "hybrid") this.#change({ type: "marked", id: this.#newId(), mark: "call-ended" });
    this.#tellCompleted();
    this.#environment.tell("call-end", { callId: this.call.callId, endedReason });
  }

  #callFailed({ code, message }: CallErrorDetail, isForPerson: boolean): void {
    // The SDK emits both if a start stage has its own error type.
    if (this.#problem?.code === code && this.#problem.message === message) return;
    if (isForPerson) this.#problem = { code, message };
    this.#environment.tell("error", { source: "call", code, message });
    this.#environment.onChange();
  }

  #change(action: HistoryAction): void {
    this.#history = reduceHistory(this.#history, action);
    this.#tellCompleted();
    this.#environment.onChange();
  }

  /** Emits each message once it is complete. */
  #tellCompleted(): void {
    const messages = messagesOf(this.#history);
    for (const [index, message] of messages.entries()) {
      if (!message.isComplete || message.problem || this.#told.has(message.id)) continue;
      const mayGrow =
        message.via === "call" && message.role === "assistant" && this.#isAssistantTurnOpen && index === messages.length - 1;
      if (mayGrow) continue;
      this.#told.add(message.id);
      this.#environment.tell("message", message);
    }
  }
}
