import type { Assistant } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { CopyId } from "../../app/CopyId.tsx";
import { PageHeader } from "../../app/PageHeader.tsx";
import { Pill } from "../../app/Pill.tsx";
import { useDataHost } from "../../app/services.tsx";
import { CopyAsMenu } from "../../resource/copy/CopyAsMenu.tsx";
import type { ConfigChange } from "./config-diff.ts";
import { DraftPill } from "./DraftPill.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import { ProblemsMenu } from "./ProblemsMenu.tsx";
import type { Draft } from "./use-draft.ts";

const PublishDialog = lazy(async () => ({ default: (await import("./PublishDialog.tsx")).PublishDialog }));

const route = getRouteApi("/shell/assistants/$id");

interface EditorHeaderProps {
  assistant: Assistant;
  draft: Draft;
  changes: readonly ConfigChange[];
}

export function EditorHeader({ assistant, draft, changes }: EditorHeaderProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { talk: isTalking = false } = route.useSearch();
  const [publishing, publish] = useDisclosure();
  // Pages of visitors talk to this server.
  const isElsewhere = useDataHost()?.enabled === true;
  return (
    <PageHeader
      title={draft.state.config.name ?? t("assistants.unnamed")}
      parent={<Link to="/assistants">{t("editor.breadcrumb")}</Link>}
      actions={
        <>
          <ProblemsMenu problems={draft.problems} />
          <CopyAsMenu
            request={{
              method: "PUT",
              path: `/assistant/${assistant.id}`,
              call: "replaceAssistant",
              id: assistant.id,
              body: draft.state.config,
            }}
          />
          <MoreMenu assistant={assistant} draft={draft} changed={changes.length > 0} />
          {!isElsewhere && (
            <Button renderRoot={(props) => <Link to="/assistants/$id/embed" params={{ id: assistant.id }} {...props} />}>
              {t("editor.share")}
            </Button>
          )}
          <Button onClick={publish.open} disabled={changes.length === 0 || draft.problems.length > 0}>
            {t("editor.publish")}
          </Button>
          <Button
            // The one thing to do next, until it is done.
            variant={isTalking ? "default" : "filled"}
            aria-expanded={isTalking}
            aria-keyshortcuts="t"
            onClick={() => void navigate({ search: (previous) => ({ ...previous, talk: true }) })}
          >
            {t("editor.talk")}
          </Button>
        </>
      }
    >
      <DraftPill draft={draft} changed={changes.length > 0} />
      {assistant.latestVersion && <Pill>{t("editor.live", { version: assistant.latestVersion })}</Pill>}
      <CopyId id={assistant.id} label={t("editor.copyId")} />
      <Suspense fallback={null}>
        {publishing && <PublishDialog assistant={assistant} draft={draft} changes={changes} onClose={publish.close} />}
      </Suspense>
    </PageHeader>
  );
}
