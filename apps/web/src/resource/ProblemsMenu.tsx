import { Button, Menu } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { ConfigProblem } from "./problems.ts";

interface ProblemsMenuProps {
  problems: readonly ConfigProblem[];
  /** Fields without effect on this server; they do not block saving. */
  warnings: readonly ConfigProblem[];
  /** Possible improvements. */
  tips?: readonly ConfigProblem[];
  /** Leads to the field. */
  onShow: (path: string) => void;
}

const NO_TIPS: readonly ConfigProblem[] = [];

/** Count and list of problems, warnings and tips, with links to their fields. Hidden if there are none. */
export function ProblemsMenu({ problems, warnings, tips = NO_TIPS, onShow }: ProblemsMenuProps) {
  const { t } = useTranslation();
  const isCalm = problems.length + warnings.length === 0;
  if (isCalm && tips.length === 0) return null;
  const titles = [
    ...(problems.length > 0 ? [t("editor.problems", { count: problems.length })] : []),
    ...(warnings.length > 0 ? [t("editor.warnings", { count: warnings.length })] : []),
    ...(isCalm ? [t("editor.tips", { count: tips.length })] : []),
  ];
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button {...(isCalm ? {} : { color: "var(--cw-warn)", variant: "outline" })} radius="xl" size="compact-sm">
          {titles.join(", ")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...problems, ...warnings, ...tips].map(({ path, message, action }) => (
          <Fragment key={`${path} ${message}`}>
            <Menu.Item onClick={() => onShow(path)}>
              <span className="mono">{path || t("editor.wholeObject")}</span>
              <br />
              <span style={{ overflowWrap: "anywhere" }}>{message}</span>
            </Menu.Item>
            {action && (
              <Menu.Item color="var(--cw-accent-text)" onClick={action.run}>
                {action.label}
              </Menu.Item>
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
