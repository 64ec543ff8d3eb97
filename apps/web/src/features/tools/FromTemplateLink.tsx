import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** To the tools that others have thought of already. */
export function FromTemplateLink() {
  const { t } = useTranslation();
  return (
    <Button renderRoot={(props) => <Link to="/$resource" params={{ resource: "templates" }} {...props} />}>
      {t("tools.fromTemplate")}
    </Button>
  );
}
