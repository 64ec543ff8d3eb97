import type { Tool } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { TabNote } from "../../kit/TabNote.tsx";
import { UseList } from "../../resource/page/UseList.tsx";

/** The published assistants, squads and workflows that use the tool. */
export function UsesTab({ entity: { id } }: { entity: Tool }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  if (!dataHost.offers("listToolUses")) return <TabNote text={t("toolUses.elsewhere")} />;
  return (
    <UseList
      label={t("tools.tabs.uses")}
      queryKey={["tool-uses", id]}
      load={(signal) => client.tools.listUses({ id, signal })}
      none={t("toolUses.none")}
      assistantTab="tools"
    />
  );
}
