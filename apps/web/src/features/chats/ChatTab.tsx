import type { Chat, ChatMessage } from "@callwright/contract";
import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PrivacyPill, privacyRule } from "../../kit/PrivacyPill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { CostCard } from "../../resource/costs/CostCard.tsx";
import { CredentialHint } from "../../resource/credentials/CredentialHint.tsx";
import classes from "./chats.module.css";
import { MessageList } from "./MessageList.tsx";

/** Earlier messages, the input and the answer. */
export function ChatTab({ entity }: { entity: Chat }) {
  const { t } = useTranslation();
  const { messages = [], input = [], output = [], status, failure, compliance } = entity;
  const rule = privacyRule(compliance);
  const asked: ChatMessage[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  return (
    <Scroller as="section" aria-label={t("chats.tabs.conversation")} className={classes.page}>
      <PrivacyPill plan={compliance} />
      <MessageList messages={[...messages, ...asked, ...output]} nothing={rule && t("compliance.nothingSaidHere", { rule })} />
      <CostCard {...entity} />
      {failure && (
        <Alert color="red" variant="outline">
          {t("chats.failed", { reason: failure.message })}
          <CredentialHint message={failure.message} />
        </Alert>
      )}
      {status === "incomplete" && <p className={classes.dim}>{t("chats.stopped")}</p>}
    </Scroller>
  );
}
