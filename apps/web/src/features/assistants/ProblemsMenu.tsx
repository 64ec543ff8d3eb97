import { Button, Menu } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ConfigProblem } from "../../resource/problems.ts";
import { placeOf } from "./place-of.ts";

const route = getRouteApi("/shell/assistants/$id");

/** How many problems there are; each leads to its field. Not there when all is well. */
export function ProblemsMenu({ problems }: { problems: readonly ConfigProblem[] }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  if (problems.length === 0) return null;
  const show = async (path: string) => {
    const { tab, name } = placeOf(path);
    await navigate({ search: ({ tab: _, ...rest }) => (tab === "assistant" ? rest : { ...rest, tab }) });
    if (name) window.setTimeout(() => document.getElementsByName(name)[0]?.focus());
  };
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button color="var(--cw-warn)" variant="outline" radius="xl" size="compact-sm">
          {t("editor.problems", { count: problems.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {problems.map(({ path, message }) => (
          <Menu.Item key={`${path} ${message}`} onClick={() => void show(path)}>
            <span className="mono">{path || t("editor.wholeObject")}</span>
            <br />
            {message}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
