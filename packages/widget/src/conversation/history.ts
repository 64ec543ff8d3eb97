import { type Caption, EMPTY_TRANSCRIPT, type Speaker, type Transcript } from "@callwright/call";

/** A message of the conversation, typed or spoken, in `widget.messages` and the `message` event. */
export interface WidgetMessage {
  /** Unique within the widget. */
  id: string;
  role: Speaker;
  /** Markdown if the assistant typed it. */
  text: string;
  via: "chat" | "call";
  /** The visitor typed it. In a call, other messages were spoken. */
  isTyped: boolean;
  /** The message is complete. */
  isComplete: boolean;
  /** The visitor interrupted the assistant after `text`, or ended the chat. */
  isInterrupted: boolean;
  /** Interim words after `text`. */
  partial: string;
  /** Why the message could not be sent or the reply was cut off. */
  problem: string | undefined;
}

/** A piece of the history. A call is one piece with growing captions. Each message typed outside of a call is a piece. */
type Piece =
  | {
      kind: "chat";
      id: string;
      role: Speaker;
      text: string;
      isComplete: boolean;
      isInterrupted: boolean;
      problem: string | undefined;
    }
  | { kind: "call"; id: string; transcript: Transcript }
  | { kind: "mark"; id: string; mark: HistoryMark };

/** An event between messages. */
export type HistoryMark = "call-started" | "call-ended" | "chat-ended";

/**
 * The history of a widget, ordered by start, for all modes:
 *
 * ```
 *  chat · chat · mark call-started · call (captions) · mark call-ended · chat …
 * ```
 */
export type VisitHistory = readonly Piece[];

export type ShownItem = { kind: "message"; message: WidgetMessage } | { kind: "mark"; id: string; mark: HistoryMark };

export type HistoryAction =
  /** Adds a complete chat message. */
  | { type: "written"; id: string; role: Speaker; text: string }
  /** Adds an empty reply before its first word, so that later messages follow it. */
  | { type: "reply-begun"; id: string }
  | { type: "reply-grew"; id: string; text: string }
  /** Completes a reply. Removes an empty one. */
  | { type: "reply-completed"; id: string; isInterrupted: boolean }
  /** Marks a message or its reply as failed. Removes an empty reply. */
  | { type: "failed"; id: string; replyId: string; problem: string }
  /** Marks a message as sent again. */
  | { type: "retried"; id: string }
  | { type: "call-begun"; id: string; isMarked: boolean }
  | { type: "call-changed"; id: string; transcript: Transcript }
  /** The entry was already removed. */
  | { type: "call-dropped"; id: string }
  /** It was not joined: nothing says that it started. */
  | { type: "call-failed"; id: string }
  | { type: "marked"; id: string; mark: HistoryMark }
  | { type: "cleared" };

export const EMPTY_HISTORY: VisitHistory = [];

export function reduceHistory(history: VisitHistory, action: HistoryAction): VisitHistory {
  switch (action.type) {
    case "written":
      return [...history, { ...newChat(action.id, action.role, action.text), isComplete: true }];
    case "reply-begun":
      return [...history, newChat(action.id, "assistant", "")];
    case "reply-grew":
      return changeChat(history, action.id, (piece) => ({ ...piece, text: piece.text + action.text }));
    case "reply-completed":
      return completeReply(history, action.id, action.isInterrupted);
    case "failed":
      return fail(history, action.id, action.replyId, action.problem);
    case "retried":
      return changeChat(history, action.id, (piece) => ({ ...piece, problem: undefined }));
    case "call-begun":
      return [
        ...history,
        ...(action.isMarked ? [{ kind: "mark", id: startMarkOf(action.id), mark: "call-started" } as const] : []),
        { kind: "call", id: action.id, transcript: EMPTY_TRANSCRIPT },
      ];
    case "call-changed":
      return history.map((piece) =>
        piece.kind === "call" && piece.id === action.id ? { ...piece, transcript: action.transcript } : piece,
      );
    case "call-dropped":
      return history.filter(({ id }) => id !== action.id && id !== startMarkOf(action.id));
    case "call-failed":
      return history.filter(({ id }) => id !== startMarkOf(action.id));
    case "marked":
      return [...history, { kind: "mark", id: action.id, mark: action.mark }];
    case "cleared":
      return EMPTY_HISTORY;
  }
}

/** The history as a reader sees it. */
export function itemsOf(history: VisitHistory): ShownItem[] {
  return history.flatMap((piece): ShownItem[] => {
    if (piece.kind === "mark") return [piece];
    if (piece.kind === "chat") return [{ kind: "message", message: chatMessage(piece) }];
    return piece.transcript.captions.map((caption) => ({ kind: "message", message: callMessage(piece.id, caption) }));
  });
}

export function messagesOf(history: VisitHistory): WidgetMessage[] {
  return itemsOf(history).flatMap((item) => (item.kind === "message" ? [item.message] : []));
}

function startMarkOf(callId: string): string {
  return `${callId}-started`;
}

type ChatPiece = Extract<Piece, { kind: "chat" }>;

function newChat(id: string, role: Speaker, text: string): ChatPiece {
  return { kind: "chat", id, role, text, isComplete: false, isInterrupted: false, problem: undefined };
}

function completeReply(history: VisitHistory, id: string, isInterrupted: boolean): VisitHistory {
  const isEmpty = history.some((piece) => piece.kind === "chat" && piece.id === id && !piece.text);
  if (isEmpty) return history.filter((piece) => piece.id !== id);
  return changeChat(history, id, (piece) => ({ ...piece, isComplete: true, isInterrupted }));
}

function changeChat(history: VisitHistory, id: string, change: (piece: ChatPiece) => ChatPiece): VisitHistory {
  return history.map((piece) => (piece.kind === "chat" && piece.id === id ? change(piece) : piece));
}

function fail(history: VisitHistory, id: string, replyId: string, problem: string): VisitHistory {
  const reply = history.find((piece) => piece.id === replyId);
  if (reply?.kind === "chat" && reply.text)
    return changeChat(history, replyId, (piece) => ({ ...piece, isComplete: true, problem }));
  return changeChat(
    history.filter((piece) => piece.id !== replyId),
    id,
    (piece) => ({ ...piece, problem }),
  );
}

function chatMessage({ id, role, text, isComplete, isInterrupted, problem }: ChatPiece): WidgetMessage {
  return { id, role, text, via: "chat", isTyped: role === "user", isComplete, isInterrupted, partial: "", problem };
}

function callMessage(callId: string, caption: Caption): WidgetMessage {
  const { id, role, text, partial, isFinal, isInterrupted, isTyped = false } = caption;
  return {
    id: `${callId}-${id}`,
    role,
    text,
    via: "call",
    isTyped,
    isComplete: isFinal && !partial,
    isInterrupted,
    partial,
    problem: undefined,
  };
}
