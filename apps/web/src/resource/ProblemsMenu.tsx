import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ConfigProblem } from "./problems.ts";

interface ProblemsMenuProps {
  problems: readonly ConfigProblem[];
  /** Fields without effect on this server; they do not block saving. */
  warnings: readonly ConfigProblem[];
  /** Leads to the field. */
  onShow: (path: string) => void;
}

/** Count and list of problems and warnings, with links to their fields. Hidden if there are none. */
export function ProblemsMenu({ problems, warnings, onShow }: ProblemsMenuProps) {
  const { t } = useTranslation();
  if (problems.length + warnings.length === 0) return null;
  const titles = [
    ...(problems.length > 0 ? [t("editor.problems", { count: problems.length })] : []),
    ...(warnings.length > 0 ? [t("editor.warnings", { count: warnings.length })] : []),
  ];
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button color="var(--cw-warn)" variant="outline" radius="xl" size="compact-sm">
          {titles.join(", ")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...problems, ...warnings].map(({ path, message }) => (
          <Menu.Item key={`${path} ${message}`} onClick={() => onShow(path)}>
            <span className="mono">{path || t("editor.wholeObject")}</span>
            <br />
            {message}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
