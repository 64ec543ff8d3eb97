import type { KnowledgeBase } from "@callwright/contract";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { AskBox } from "../files/AskBox.tsx";
import classes from "./ask-tab.module.css";

/** Searches a knowledge base of files. */
export function AskTab({ entity: { id, provider } }: { entity: KnowledgeBase }) {
  const { t } = useTranslation();
  return (
    <div className={classes.tab}>
      {provider === "trieve" ? <AskBox route="searchKnowledgeBase" id={id} /> : <Text c="dimmed">{t("ask.ownServer")}</Text>}
    </div>
  );
}
