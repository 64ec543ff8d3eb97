import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** In the form, in place of thousands of people: where they are. */
export function PeopleElsewhere() {
  const { t } = useTranslation();
  return <Text c="dimmed">{t("campaign.peopleInTab")}</Text>;
}
