import type { OtherDraft } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices } from "../../app/services.tsx";
import { useFormat } from "../../app/use-format.ts";
import { useMemberName } from "../organisation/use-member-name.ts";
import classes from "./assistant-editor.module.css";
import { otherDraftsQuery } from "./assistant-queries.ts";

/** Who else works at this assistant. Their drafts are their own: only that there are some is told. */
export function OthersNotice({ id }: { id: string }) {
  const client = useClient();
  const { dataHost } = useServices();
  // Which routes there are is known once it is known where the data is.
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
