import type { CreateAssistant } from "@callwright/contract";
import { SegmentedControl } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { requestTalk } from "../../../data/talk-request.ts";
import { late } from "../../../kit/late.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { variablesOf } from "../../../resource/variables/template-variables.ts";
import { VariablesDialog } from "../../../resource/variables/VariablesDialog.tsx";
import classes from "./assistant-editor.module.css";

const TalkPanel = late(async () => (await import("../../talk/TalkPanel.tsx")).TalkPanel, <PageSkeleton />);
const CanvasChat = late(async () => (await import("../../chats/CanvasChat.tsx")).CanvasChat, <PageSkeleton />);
const HandsetPanel = late(async () => (await import("../../handset/HandsetPanel.tsx")).HandsetPanel, <PageSkeleton />);

const route = getRouteApi("/shell/assistants/$id");

/** How a person speaks with the assistant beside its editor. */
export type TalkMode = "talk" | "chat" | "phone";

const ACTIONS = { talk: "editor.talk", chat: "canvas.chat", phone: "handset.callMe" } as const;

/** The parameters of the address that open a conversation. */
export function withTalk<Search extends { talk?: string; chat?: true; phone?: true }>(
  { talk: _, chat: __, phone: ___, ...search }: Search,
  mode: TalkMode | undefined,
) {
  if (mode === "talk") return { ...search, talk: requestTalk() };
  if (mode === "chat") return { ...search, chat: true as const };
  return mode === "phone" ? { ...search, phone: true as const } : search;
}

/** Moves the focus into the panel when it opens. Defined outside the component, so that the ref callback runs once. */
function focusOnce(panel: HTMLElement | null) {
  panel?.focus();
}

interface TalkSideProps {
  mode: TalkMode;
  config: CreateAssistant;
  assistantId: string;
  /** Is `config` the published version? */
  isPublished: boolean;
}

/** A conversation with the assistant: in place of what stands beside the editor, or over it on narrow screens. One element, so that a resize keeps the call. */
export function TalkSide({ mode, config, assistantId, isPublished }: TalkSideProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const go = (next: TalkMode | undefined) => void navigate({ search: (search) => withTalk(search, next) });
  // The variables of the draft when the button is pressed.
  const [names] = useState(() => variablesOf(config));
  const [values, setValues] = useState<Record<string, unknown>>();
  const [chats, setChats] = useState(0);
  const action = t(ACTIONS[mode]);
  const close = () => go(undefined);
  if (names.length > 0 && !values)
    return <VariablesDialog ownerId={assistantId} names={names} action={action} onStart={setValues} onClose={close} />;
  // A call with the published version records it.
  const target = isPublished ? { assistant: assistantId } : { assistant: config, draftOf: assistantId };
  const agent = { target, name: config.name ?? t("assistants.unnamed"), variableValues: values, onClose: close };
  const ways = (
    <SegmentedControl
      size="xs"
      aria-label={t("talk.ways")}
      data={(["talk", "chat"] as const).map((value) => ({ value, label: t(`talk.way.${value}`) }))}
      value={mode}
      onChange={(next) => go(next === "talk" ? "talk" : "chat")}
    />
  );
  return (
    <aside ref={focusOnce} tabIndex={-1} className={classes.talk} aria-label={action}>
      {mode === "talk" && <TalkPanel {...agent} targetId={assistantId} voice={config.voice} ways={ways} isDraft={!isPublished} />}
      {mode === "chat" && (
        <CanvasChat
          key={chats}
          agent={{
            ...(isPublished ? { assistantId } : { assistant: config }),
            ...(values && { assistantOverrides: { variableValues: values } }),
          }}
          ways={ways}
          onAgain={() => setChats(chats + 1)}
          onClose={close}
        />
      )}
      {mode === "phone" && <HandsetPanel {...agent} agentId={assistantId} />}
    </aside>
  );
}
