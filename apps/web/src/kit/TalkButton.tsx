import { Button, type ButtonProps, Menu, VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconMessage, IconMicrophone, IconPhone } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import classes from "./talk-button.module.css";

const WAYS = { talk: IconMicrophone, chat: IconMessage, phone: IconPhone };

/** How to speak with an agent: by the microphone, by text, by telephone. */
type Way = keyof typeof WAYS;

interface TalkButtonProps extends Pick<ButtonProps, "variant"> {
  /** What each way does. Ways that are missing are not offered. */
  ways: Partial<Record<Way, () => void>> & Record<"talk", () => void>;
  /** The way that is open. The button is then no longer the page's main action. */
  open?: Way | undefined;
  /** Why no way can start. */
  obstacle?: string | undefined;
}

/** The button that opens a conversation, with a menu of the other ways. */
export function TalkButton({ ways, open, obstacle, variant = open ? "default" : "filled" }: TalkButtonProps) {
  const { t } = useTranslation();
  const obstacleId = useId();
  const offered = (["talk", "chat", "phone"] as const).flatMap((way) => {
    const run = ways[way];
    return run ? [{ way, run, Icon: WAYS[way] }] : [];
  });
  // Not `disabled`: keyboard users must be able to read the reason.
  const blocked = obstacle !== undefined && {
    "aria-disabled": true,
    "data-disabled": true,
    "aria-describedby": obstacleId,
    title: obstacle,
  };
  return (
    <div className={classes.split}>
      <Button
        {...blocked}
        variant={variant}
        leftSection={<IconMicrophone size={16} aria-hidden="true" />}
        aria-expanded={open === "talk"}
        aria-keyshortcuts="t"
        onClick={() => obstacle === undefined && open !== "talk" && ways.talk()}
      >
        {t("header.talk")}
      </Button>
      {offered.length > 1 && (
        <Menu>
          <Menu.Target>
            <Button {...blocked} variant={variant} className={classes.more ?? ""} aria-label={t("header.otherWays")}>
              <IconChevronDown size={16} aria-hidden="true" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(({ way, run, Icon }) => (
              <Menu.Item
                key={way}
                leftSection={<Icon size={16} aria-hidden="true" />}
                disabled={obstacle !== undefined || open === way}
                onClick={run}
              >
                {t(`header.ways.${way}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {obstacle !== undefined && <VisuallyHidden id={obstacleId}>{obstacle}</VisuallyHidden>}
    </div>
  );
}
