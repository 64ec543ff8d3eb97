import type { OtherDraft } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices } from "../../../data/services.tsx";
import { useMemberName } from "../../../data/use-member-name.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { otherDraftsQuery } from "../assistant-queries.ts";
import classes from "../editor/assistant-editor.module.css";

/** Names the users who also have a draft. The content of their drafts is private. */
export function OthersNotice({ id }: { id: string }) {
  const client = useClient();
  const { dataHost } = useServices();
  // The routes are known once the data host is known.
  const isKnown = useDataHost() !== undefined;
  const { data: drafts } = useQuery({ ...otherDraftsQuery(client, id), enabled: isKnown && dataHost.offers("listOtherDrafts") });
  return drafts?.map((draft) => <OtherDraftLine key={draft.userId ?? ""} draft={draft} />);
}

function OtherDraftLine({ draft: { userId, baseVersion, updatedAt } }: { draft: OtherDraft }) {
  const { t } = useTranslation();
  const format = useFormat();
  const member = useMemberName(userId);
  const name = member ?? t(userId === null ? "editor.otherDraftToken" : "editor.otherDraftSomebody");
  return (
    <p className={classes.other}>
      {t("editor.otherDraft", { name, base: baseVersion })}{" "}
      <time dateTime={updatedAt} title={format.utc(updatedAt)}>
        {t("editor.otherDraftChanged", { time: format.dateTime(updatedAt) })}
      </time>
    </p>
  );
}
