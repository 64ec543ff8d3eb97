import { Button } from "@mantine/core";
import { IconMessage, IconMicrophone } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { TalkButton } from "../../kit/TalkButton.tsx";
import { useMay } from "../../resource/use-may.ts";
import type { CanvasRun, RunStart } from "./use-canvas-run.ts";

const CHAT = { name: "Chat", path: "chats" } as const;

interface StartButtonProps {
  run: CanvasRun;
  isDisabled?: boolean | undefined;
  onStart: (start: RunStart) => void;
}

/** Starts a call or a chat, or opens the Handset, from the beginning. */
export function StartButton({ run, isDisabled = false, onStart }: StartButtonProps) {
  const { t } = useTranslation();
  const mayChat = useMay(CHAT)("create");
  const hasHandset = useMayEdit("dialFromHandset");
  const obstacle = isDisabled ? t("canvas.nobody") : undefined;
  return (
    <TalkButton
      ways={{
        talk: () => onStart({ mode: "talk" }),
        ...(mayChat && { chat: () => onceClosed(() => onStart({ mode: "chat" })) }),
        ...(hasHandset && { phone: () => onceClosed(() => onStart({ mode: "phone" })) }),
      }}
      open={run.isCalling ? run.started?.mode : undefined}
      obstacle={obstacle ?? (run.isCalling ? t("canvas.isCalling") : undefined)}
    />
  );
}

/** A menu returns the focus shortly after it closes. The conversation takes it afterwards. */
function onceClosed(start: () => void): void {
  window.setTimeout(start, 30);
}

interface RunHereProps {
  run: CanvasRun;
  /** The node or member that starts. */
  startAt: string | undefined;
  onStart: (start: RunStart) => void;
}

/** Starts a call or a chat at one node or member. */
export function RunHere({ run, startAt, onStart }: RunHereProps) {
  const { t } = useTranslation();
  const mayChat = useMay(CHAT)("create");
  return (
    <>
      <Button
        leftSection={<IconMicrophone size={16} aria-hidden="true" />}
        disabled={run.isCalling}
        onClick={() => onStart({ mode: "talk", startAt })}
      >
        {t("canvas.talkHere")}
      </Button>
      {mayChat && (
        <Button
          leftSection={<IconMessage size={16} aria-hidden="true" />}
          disabled={run.isCalling}
          onClick={() => onStart({ mode: "chat", startAt })}
        >
          {t("canvas.chatHere")}
        </Button>
      )}
    </>
  );
}
