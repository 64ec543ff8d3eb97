import type { Tool, ToolUse } from "@callwright/contract";
import { Alert } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import classes from "./runs-tab.module.css";
import { TabNote } from "./TabNote.tsx";

/** The assistants, squads and workflows that use the tool, as they are published. */
export function UsesTab({ entity: { id } }: { entity: Tool }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const isOffered = dataHost.offers("listToolUses");
  const query = queryOptions({ queryKey: ["tool-uses", id], queryFn: ({ signal }) => client.listToolUses({ id, signal }) });
  // Others change what uses it.
  const uses = useQuery({ ...query, enabled: isOffered, staleTime: 0 });
  if (!isOffered) return <TabNote text={t("toolUses.elsewhere")} />;
  if (uses.error)
    return (
      <Alert color="red" variant="outline" m="lg" role="alert">
        {t("toolUses.loadFailed", { reason: uses.error.message })}
      </Alert>
    );
  if (!uses.data) return <PageSkeleton />;
  if (uses.data.length === 0) return <TabNote text={t("toolUses.none")} />;
  return (
    <ul className={classes.runs} aria-label={t("tools.tabs.uses")}>
      {uses.data.map((use) => (
        <li key={use.id}>
          <UseLink use={use} /> <Pill>{t(`toolUses.kinds.${use.resource}`)}</Pill>
        </li>
      ))}
    </ul>
  );
}

const PATHS = { squad: "squads", workflow: "workflows" } as const;

function UseLink({ use: { resource, id, name } }: { use: ToolUse }) {
  const { t } = useTranslation();
  const words = name ?? t("toolUses.unnamed");
  if (resource === "assistant")
    return (
      <Link to="/assistants/$id" params={{ id }} search={{ tab: "tools" }}>
        {words}
      </Link>
    );
  return (
    <Link to="/$resource/$id" params={{ resource: PATHS[resource], id }}>
      {words}
    </Link>
  );
}
