import type { PhoneNumber } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** Opens the Handset with a simulated number: to call it, and to be called by it. */
export function TryOnHandset({ entity }: { entity: PhoneNumber }) {
  const { t } = useTranslation();
  if (entity.provider !== "simulated") return null;
  return (
    <Button renderRoot={(props) => <Link to="/handset" search={{ number: entity.id }} {...props} />}>
      {t("phoneNumbers.tryOnHandset")}
    </Button>
  );
}
