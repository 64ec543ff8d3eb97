import type { ToolType } from "@callwright/contract";
import {
  type Icon,
  IconAddressBook,
  IconApi,
  IconBooks,
  IconBrandSlack,
  IconCalendar,
  IconCode,
  IconDialpad,
  IconMessage2,
  IconPhoneCall,
  IconPhoneOff,
  IconPlugConnected,
  IconPuzzle,
  IconRecordMail,
  IconServer,
  IconTable,
  IconTerminal2,
  IconTransfer,
  IconUsersGroup,
} from "@tabler/icons-react";

type CardId =
  | ("apiRequest" | "function" | "mcp" | "code")
  | ("transferCall" | "handoff" | "endCall" | "dtmf" | "sms" | "voicemail" | "knowledge" | "sipRequest")
  | ("calendar" | "sheets" | "slack" | "crm" | "make")
  | "builtIn";

/** A card of the gallery: one kind, or the kinds of one service. */
export interface KindCard {
  id: CardId;
  icon: Icon;
  kinds: readonly ToolType[];
}

interface KindGroup {
  id: "systems" | "call" | "services" | "models";
  cards: readonly KindCard[];
}

/** Every kind of tools, by what it does. */
export const KIND_GROUPS: readonly KindGroup[] = [
  {
    id: "systems",
    cards: [
      { id: "apiRequest", icon: IconApi, kinds: ["apiRequest"] },
      { id: "function", icon: IconServer, kinds: ["function"] },
      { id: "mcp", icon: IconPlugConnected, kinds: ["mcp"] },
      { id: "code", icon: IconCode, kinds: ["code"] },
    ],
  },
  {
    id: "call",
    cards: [
      { id: "transferCall", icon: IconTransfer, kinds: ["transferCall"] },
      { id: "handoff", icon: IconUsersGroup, kinds: ["handoff"] },
      { id: "endCall", icon: IconPhoneOff, kinds: ["endCall"] },
      { id: "dtmf", icon: IconDialpad, kinds: ["dtmf"] },
      { id: "sms", icon: IconMessage2, kinds: ["sms"] },
      { id: "voicemail", icon: IconRecordMail, kinds: ["voicemail"] },
      { id: "knowledge", icon: IconBooks, kinds: ["query", "knowledgeBase"] },
      { id: "sipRequest", icon: IconPhoneCall, kinds: ["sipRequest"] },
    ],
  },
  {
    id: "services",
    cards: [
      { id: "calendar", icon: IconCalendar, kinds: ["google.calendar.availability.check", "google.calendar.event.create"] },
      { id: "sheets", icon: IconTable, kinds: ["google.sheets.row.append"] },
      { id: "slack", icon: IconBrandSlack, kinds: ["slack.message.send"] },
      {
        id: "crm",
        icon: IconAddressBook,
        kinds: [
          "gohighlevel.contact.get",
          "gohighlevel.contact.create",
          "gohighlevel.calendar.availability.check",
          "gohighlevel.calendar.event.create",
          "ghl",
        ],
      },
      { id: "make", icon: IconPuzzle, kinds: ["make"] },
    ],
  },
  { id: "models", cards: [{ id: "builtIn", icon: IconTerminal2, kinds: ["bash", "textEditor", "computer", "output"] }] },
];
