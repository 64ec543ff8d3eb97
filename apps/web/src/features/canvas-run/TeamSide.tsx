import { ActionIcon, Button, Tabs, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../kit/canvas/canvas-frame.module.css";
import { TabRow } from "../../kit/TabRow.tsx";
import type { ConfigProblem } from "../../resource/problems.ts";
import { RunSide } from "./RunSide.tsx";
import type { TeamCanvasProps } from "./TeamCanvas.tsx";

const TABS = ["step", "run", "problems", "settings"] as const;
type SideTab = (typeof TABS)[number];

interface TeamSideProps extends TeamCanvasProps {
  /** How often a field of the settings was shown. */
  shown: number;
  onShow: (path: string) => void;
}

/**
 * The column beside a canvas: the selected step, the conversation, the problems, the settings. On narrow screens it is a sheet below, which
 * can be folded.
 */
export function TeamSide(props: TeamSideProps) {
  const { t } = useTranslation();
  const { editor, run, step, settings, problems, warnings, onShow } = props;
  const count = problems.length + warnings.length;
  const { tab, open, isOpen, fold } = useSideTab(props);
  return (
    <Tabs
      className={classes.side ?? ""}
      data-folded={!isOpen || undefined}
      // A hidden conversation goes on: by default, its effects would end.
      keepMountedMode="display-none"
      value={tab}
      onChange={(next) => {
        const chosen = TABS.find((each) => each === next);
        if (chosen) open(chosen);
      }}
    >
      <div className={classes.sideTabs}>
        <TabRow
          label={t("canvas.column")}
          tabs={TABS.map((id) => ({
            id,
            title:
              id === "run" && run.isLive ? (
                <>
                  <span className={classes.live} />
                  {t("canvas.tabs.run")}
                </>
              ) : (
                t(`canvas.tabs.${id}`)
              ),
            ...(id === "problems" && count > 0 && { count }),
          }))}
        />
        <ActionIcon className={classes.fold ?? ""} aria-label={t(isOpen ? "canvas.fold" : "canvas.unfold")} onClick={fold}>
          {isOpen ? <IconChevronDown size={16} aria-hidden="true" /> : <IconChevronUp size={16} aria-hidden="true" />}
        </ActionIcon>
      </div>
      <Tabs.Panel value="step" className={classes.panel ?? ""}>
        {step || <p className={classes.empty}>{t("canvas.nothingSelected")}</p>}
      </Tabs.Panel>
      <Tabs.Panel value="run" className={classes.panel ?? ""} keepMounted>
        {!run.started && <p className={classes.empty}>{t("canvas.notStarted")}</p>}
        <RunSide
          run={run}
          target={props.target}
          targetId={props.entityId}
          name={props.name}
          voice={props.voice}
          onFollow={editor.follow}
        />
      </Tabs.Panel>
      <Tabs.Panel value="problems" className={classes.panel ?? ""}>
        <ProblemList problems={[...problems, ...warnings]} nameOf={props.nameOf} onShow={onShow} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" className={classes.panel ?? ""} data-own-keys>
        {settings}
      </Tabs.Panel>
    </Tabs>
  );
}

/** The open tab. It follows the selection, and a conversation that starts; without both, it is the settings. */
function useSideTab({ editor, run, shown }: TeamSideProps) {
  const { selected } = editor;
  const [tab, setTab] = useState<SideTab>("settings");
  // On narrow screens.
  const [isOpen, setOpen] = useState(false);
  const now = { selection: [...selected].join(" "), run: run.started?.count, shown };
  const [seen, setSeen] = useState({ ...now, selection: "" });
  const open = (next: SideTab) => {
    setTab(next);
    setOpen(true);
  };
  if (seen.selection !== now.selection || seen.run !== now.run || seen.shown !== now.shown) {
    setSeen(now);
    if (seen.run !== now.run && now.run !== undefined) open("run");
    else if (seen.shown !== now.shown) open("settings");
    else if (now.selection !== "") open("step");
    else {
      const isGone = tab === "step" || (tab === "run" && now.run === undefined);
      if (isGone) setTab(now.run === undefined ? "settings" : "run");
      if (isGone && now.run === undefined) setOpen(false);
    }
  }
  return { tab, open, isOpen, fold: () => setOpen(!isOpen) };
}

interface ProblemListProps {
  problems: readonly ConfigProblem[];
  /** The name of the part at a dotted path. */
  nameOf: (path: string) => string | undefined;
  onShow: (path: string) => void;
}

/** Everything that is wrong, each with the way to its field. */
function ProblemList({ problems, nameOf, onShow }: ProblemListProps) {
  const { t } = useTranslation();
  if (problems.length === 0) return <p className={classes.empty}>{t("canvas.noProblems")}</p>;
  return (
    <ul className={classes.problems} aria-label={t("canvas.tabs.problems")}>
      {problems.map(({ path, message, action }) => (
        <li key={`${path} ${message}`}>
          <UnstyledButton onClick={() => onShow(path)}>
            <b>{nameOf(path) ?? t("canvas.tabs.settings")}</b>
            {message}
          </UnstyledButton>
          {action && (
            <Button size="compact-sm" onClick={action.run}>
              {action.label}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
