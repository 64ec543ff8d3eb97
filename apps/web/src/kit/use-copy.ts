import { useTimeout } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";

const SHOWN_MS = 1500;

/** Copies text. `copied` is true for a moment afterwards. A refusal by the browser is shown as a notification. */
export function useCopy() {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), SHOWN_MS);
  const copy = async (text: string): Promise<boolean> => {
    const done = await copyText(text);
    setCopied(done);
    if (done) start();
    else notifications.show({ color: "red", message: t("editor.copyFailed") });
    return done;
  };
  return { copy, copied };
}

/** The clipboard API is missing on pages served over plain http; the older way works there. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    const focused = document.activeElement;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}
