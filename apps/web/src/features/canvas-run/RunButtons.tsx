import { Button } from "@mantine/core";
import { IconMessage, IconMicrophone, IconPhoneIncoming } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { useMay } from "../../resource/use-may.ts";
import type { CanvasRun, RunStart } from "./use-canvas-run.ts";

const CHAT = { name: "Chat", path: "chats" } as const;

interface RunButtonsProps {
  run: CanvasRun;
  /** The node or member that starts. Absent: the buttons of the whole canvas. */
  startAt?: string | undefined;
  isDisabled?: boolean;
  onStart: (start: RunStart) => void;
}

/** Starts a chat or a call, or opens the Handset, beside the canvas, from the beginning or at one node. */
export function RunButtons({ run, startAt, isDisabled = false, onStart }: RunButtonsProps) {
  const { t } = useTranslation();
  const mayChat = useMay(CHAT)("create");
  const hasHandset = useMayEdit("dialFromHandset");
  const isHere = startAt !== undefined;
  const disabled = isDisabled || run.isCalling;
  return (
    <>
      {mayChat && (
        <Button
          size="compact-sm"
          leftSection={<IconMessage size={14} aria-hidden="true" />}
          disabled={disabled}
          onClick={() => onStart({ mode: "chat", startAt })}
        >
          {t(isHere ? "canvas.chatHere" : "canvas.chat")}
        </Button>
      )}
      {!isHere && hasHandset && (
        <Button
          size="compact-sm"
          leftSection={<IconPhoneIncoming size={14} aria-hidden="true" />}
          disabled={disabled}
          onClick={() => onStart({ mode: "phone" })}
        >
          {t("handset.callMe")}
        </Button>
      )}
      <Button
        variant={isHere ? "default" : "filled"}
        size="compact-sm"
        {...(isHere ? {} : { "aria-keyshortcuts": "t" })}
        leftSection={<IconMicrophone size={14} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => onStart({ mode: "talk", startAt })}
      >
        {t(isHere ? "canvas.talkHere" : "editor.talk")}
      </Button>
    </>
  );
}
