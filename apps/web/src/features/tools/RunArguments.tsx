import type { StoredToolRun } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { toolRunsQuery } from "./tool-run-queries.ts";

interface RunArgumentsProps {
  toolId: string;
  onChoose: (run: StoredToolRun) => void;
}

/** The last runs of a tool, to take the arguments of one. Empty for a tool that never ran. */
export function RunArguments({ toolId, onChoose }: RunArgumentsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { dataHost } = useServices();
  const runs = useQuery({ ...toolRunsQuery(useClient(), toolId), enabled: dataHost.offers("listToolRuns") }).data ?? [];
  if (runs.length === 0) return null;
  return (
    <Menu width={320} position="bottom-start">
      <Menu.Target>
        <Button>{t("toolTest.useRun")}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {runs.map((run) => (
          <Menu.Item key={run.id} onClick={() => onChoose(run)}>
            {format.dateTimeSeconds(run.startedAt)}
            {run.failed && ` · ${t("toolCall.failed")}`}
            <br />
            <span className="mono" style={{ overflowWrap: "anywhere" }}>
              {JSON.stringify(run.arguments).slice(0, SHOWN_CHARACTERS)}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const SHOWN_CHARACTERS = 80;
