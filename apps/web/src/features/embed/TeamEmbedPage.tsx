import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { EmbedStudio } from "./EmbedStudio.tsx";

const route = getRouteApi("/shell/$resource/$id/embed");

/** Embeds a squad or a workflow in a web page. */
export function TeamEmbedPage() {
  const { t } = useTranslation();
  const { resource, id } = route.useParams();
  const navigate = route.useNavigate();
  const client = useClient();
  const isSquad = resource === "squads";
  const team = useQuery<{ name?: string | null | undefined }>({
    queryKey: resourceKeys.one(resource, id),
    queryFn: ({ signal }) => (isSquad ? client.squads.get({ id, signal }) : client.workflows.get({ id, signal })),
  });
  const name = team.data?.name ?? t(isSquad ? "squads.unnamed" : "workflows.unnamed");
  return (
    <EmbedStudio
      target={isSquad ? { squadId: id } : { workflowId: id }}
      name={name}
      parent={
        <Link to="/$resource/$id" params={{ resource, id }}>
          {name}
        </Link>
      }
      search={route.useSearch()}
      onSearch={(part) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })}
    />
  );
}
