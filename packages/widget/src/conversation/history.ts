import { type Caption, EMPTY_TRANSCRIPT, type Speaker, type Transcript } from "@callwright/call";

/** A message of the conversation, typed or spoken, as `widget.messages` and the `message` event tell it. */
export interface WidgetMessage {
  /** Unique within the widget. */
  id: string;
  role: Speaker;
  /** Markdown, when the assistant wrote it. */
  text: string;
  via: "chat" | "call";
  /** The person typed it; in a call, the words of the other messages were spoken. */
  isTyped: boolean;
  /** Nothing will be added to it. */
  isComplete: boolean;
  /** The assistant was cut off after `text`: the caller interrupted it, or ended the chat. */
  isInterrupted: boolean;
  /** Words that may still change, after `text`. */
  partial: string;
  /** It could not be sent, or the answer broke off; the sentence says why. */
  problem: string | undefined;
}

/** A piece of the history. A call is one piece, whose captions grow; everything typed outside a call is a piece of its own. */
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

/** What happened between messages. */
export type HistoryMark = "call-started" | "call-ended" | "chat-ended";

/**
 * The one history of a widget, in order of beginning, whatever mode a message came in:
 *
 * ```
 *  chat · chat · mark call-started · call (captions) · mark call-ended · chat …
 * ```
 */
export type History = readonly Piece[];

export type HistoryItem = { kind: "message"; message: WidgetMessage } | { kind: "mark"; id: string; mark: HistoryMark };

export type HistoryAction =
  /** A whole message of the chat. */
  | { type: "written"; id: string; role: Speaker; text: string }
  /** The place of an answer, before its first word: what is written meanwhile comes after it. */
  | { type: "reply-begun"; id: string }
  | { type: "reply-grew"; id: string; text: string }
  /** An answer without a word is taken away. */
  | { type: "reply-completed"; id: string; isInterrupted: boolean }
  /** The message or its answer failed. An answer without a word is taken away. */
  | { type: "failed"; id: string; replyId: string; problem: string }
  /** The message is sent once more. */
  | { type: "retried"; id: string }
  | { type: "call-begun"; id: string; isMarked: boolean }
  | { type: "call-changed"; id: string; transcript: Transcript }
  /** It was not there any more. */
  | { type: "call-dropped"; id: string }
  | { type: "marked"; id: string; mark: HistoryMark }
  | { type: "cleared" };

export const EMPTY_HISTORY: History = [];

export function reduceHistory(history: History, action: HistoryAction): History {
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
    case "marked":
      return [...history, { kind: "mark", id: action.id, mark: action.mark }];
    case "cleared":
      return EMPTY_HISTORY;
  }
}

/** The history as a reader sees it. */
export function itemsOf(history: History): HistoryItem[] {
  return history.flatMap((piece): HistoryItem[] => {
    if (piece.kind === "mark") return [piece];
    if (piece.kind === "chat") return [{ kind: "message", message: chatMessage(piece) }];
    return piece.transcript.captions.map((caption) => ({ kind: "message", message: callMessage(piece.id, caption) }));
  });
}

export function messagesOf(history: History): WidgetMessage[] {
  return itemsOf(history).flatMap((item) => (item.kind === "message" ? [item.message] : []));
}

function startMarkOf(callId: string): string {
  return `${callId}-started`;
}

type ChatPiece = Extract<Piece, { kind: "chat" }>;

function newChat(id: string, role: Speaker, text: string): ChatPiece {
  return { kind: "chat", id, role, text, isComplete: false, isInterrupted: false, problem: undefined };
}

function completeReply(history: History, id: string, isInterrupted: boolean): History {
  const isEmpty = history.some((piece) => piece.kind === "chat" && piece.id === id && !piece.text);
  if (isEmpty) return history.filter((piece) => piece.id !== id);
  return changeChat(history, id, (piece) => ({ ...piece, isComplete: true, isInterrupted }));
}

function changeChat(history: History, id: string, change: (piece: ChatPiece) => ChatPiece): History {
  return history.map((piece) => (piece.kind === "chat" && piece.id === id ? change(piece) : piece));
}

function fail(history: History, id: string, replyId: string, problem: string): History {
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
