import { Button } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useDataHost } from "../../data/services.tsx";

const route = getRouteApi("/shell/$resource/$id");

/** Links to the embed code and the visitor link of a squad or a workflow. */
export function ShareAction() {
  const { t } = useTranslation();
  const { resource, id } = route.useParams();
  // Visitor pages talk to this server.
  if (useDataHost()?.enabled) return null;
  return (
    <Button renderRoot={(props) => <Link to="/$resource/$id/embed" params={{ resource, id }} {...props} />}>
      {t("editor.share")}
    </Button>
  );
}
