import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { assistantQuery } from "../assistants/assistant-queries.ts";
import { EmbedStudio } from "./EmbedStudio.tsx";

const route = getRouteApi("/shell/assistants/$id/embed");

/** Embeds an assistant in a web page. */
export function EmbedPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const assistant = useQuery(assistantQuery(useClient(), id));
  const name = assistant.data?.name ?? t("assistants.unnamed");
  return (
    <EmbedStudio
      target={{ assistantId: id }}
      name={name}
      parent={
        <Link to="/assistants/$id" params={{ id }}>
          {name}
        </Link>
      }
      search={route.useSearch()}
      onSearch={(part) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })}
    />
  );
}
