import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconEar } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ListenLevels, ListenPlayer } from "./listen-player.ts";
import classes from "./supervise.module.css";

const SILENT: ListenLevels = { customer: 0, assistant: 0 };
const SIDES = ["customer", "assistant"] as const;

interface ListenProps {
  /** `monitor.listenUrl` of the call. Undefined: it cannot be heard. */
  url: () => Promise<string | undefined>;
  /** Before a caller has joined, there is no sound. */
  isEnabled: boolean;
}

/** Plays the running call, and stops again. */
export function Listen({ url, isEnabled }: ListenProps) {
  const { t } = useTranslation();
  const player = useRef<ListenPlayer>(undefined);
  const [levels, setLevels] = useState<ListenLevels>();
  useEffect(() => () => player.current?.close(), []);
  const stop = () => {
    player.current?.close();
    player.current = undefined;
    setLevels(undefined);
  };
  const listen = async () => {
    const address = await url().catch(() => undefined);
    if (address === undefined) return void notifications.show({ color: "red", message: t("supervise.listenFailed") });
    const started = new ListenPlayer({
      url: address,
      onLevels: (next) => player.current === started && setLevels(next),
      onEnded: (why) => {
        if (player.current !== started) return;
        stop();
        if (why === "failed") notifications.show({ color: "red", message: t("supervise.listenFailed") });
      },
    });
    player.current = started;
    setLevels(SILENT);
  };
  return (
    <Button
      aria-pressed={levels !== undefined}
      disabled={!isEnabled}
      leftSection={<IconEar size={16} aria-hidden="true" />}
      rightSection={levels && <Levels levels={levels} />}
      onClick={levels ? stop : () => void listen()}
    >
      {t("supervise.listen")}
    </Button>
  );
}

/** The levels of the caller (left) and of the assistant. Hidden from screen readers. */
function Levels({ levels }: { levels: ListenLevels }) {
  return (
    <span className={classes.levels} aria-hidden="true">
      {SIDES.map((side) => (
        <i key={side} data-side={side} data-loud={levels[side] > 0.05 || undefined}>
          <b style={{ transform: `scaleY(${Math.max(0.08, Math.min(1, Math.sqrt(levels[side])))})` }} />
        </i>
      ))}
    </span>
  );
}
