import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { assistantQuery } from "../assistants/assistant-queries.ts";
import { EmbedStudio } from "./EmbedStudio.tsx";

const assistantRoute = getRouteApi("/shell/assistants/$id/embed");
const teamRoute = getRouteApi("/shell/$resource/$id/embed");

/** Embeds an assistant in a web page. */
export function EmbedPage() {
  const { t } = useTranslation();
  const { id } = assistantRoute.useParams();
  const assistant = useQuery(assistantQuery(useClient(), id));
  const name = assistant.data?.name ?? t("assistants.unnamed");
  const parent = (
    <Link to="/assistants/$id" params={{ id }}>
      {name}
    </Link>
  );
  return <EmbedStudio target={{ assistantId: id }} name={name} parent={parent} />;
}

/** Embeds a squad or a workflow in a web page. */
export function TeamEmbedPage() {
  const { t } = useTranslation();
  const { resource, id } = teamRoute.useParams();
  const client = useClient();
  const isSquad = resource === "squads";
  const team = useQuery<{ name?: string | null | undefined }>({
    queryKey: resourceKeys.one(resource, id),
    queryFn: ({ signal }) => (isSquad ? client.squads.get({ id, signal }) : client.workflows.get({ id, signal })),
  });
  const name = team.data?.name ?? t(isSquad ? "squads.unnamed" : "workflows.unnamed");
  const parent = (
    <Link to="/$resource/$id" params={{ resource, id }}>
      {name}
    </Link>
  );
  return <EmbedStudio target={isSquad ? { squadId: id } : { workflowId: id }} name={name} parent={parent} />;
}
