import { type Assistant, type CreateAssistant, UNPUBLISHED_VERSION } from "@callwright/contract";
import { Button, Menu, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPhoneIncoming } from "@tabler/icons-react";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { PARTS } from "../../../data/capabilities.ts";
import { useDataHost } from "../../../data/services.tsx";
import { requestTalk } from "../../../data/talk-request.ts";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { CopyId } from "../../../kit/CopyId.tsx";
import { DotsMenu } from "../../../kit/DotsMenu.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { late } from "../../../kit/late.tsx";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { PrivacyPill } from "../../../kit/PrivacyPill.tsx";
import { useEndingChange } from "../../../resource/catalog/use-ending-warnings.ts";
import { CopyAsMenu } from "../../../resource/copy/CopyAsMenu.tsx";
import { ProblemsMenu } from "../../../resource/ProblemsMenu.tsx";
import { useDelete } from "../../../resource/use-delete.ts";
import { hasCredential, useOwnedProviders } from "../../../resource/use-provider-supports.ts";
import { ASSISTANTS } from "../assistant-queries.ts";
import { useDiscardDraft } from "../draft/use-discard-draft.ts";
import type { Draft } from "../draft/use-draft.ts";
import { useToolAdvice } from "../tools/use-tool-advice.ts";
import type { ConfigChange } from "../versions/config-diff.ts";
import { placeOf } from "./place-of.ts";

const SuccessorDialog = late(async () => (await import("./SuccessorDialog.tsx")).SuccessorDialog);
const PublishDialog = late(async () => (await import("../draft/PublishDialog.tsx")).PublishDialog);

const route = getRouteApi("/shell/assistants/$id");

interface EditorHeaderProps {
  assistant: Assistant;
  draft: Draft;
  changes: readonly ConfigChange[];
  /** The user goes to the field of a problem. */
  onProblem: () => void;
}

export function EditorHeader({ assistant, draft, changes, onProblem }: EditorHeaderProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { talk, phone: isPhoning = false } = route.useSearch();
  const isTalking = talk !== undefined;
  const hasHandset = useMayEdit("dialFromHandset");
  const [publishing, publish] = useDisclosure();
  // Visitor pages talk to this server.
  const isElsewhere = useDataHost()?.enabled === true;
  const isUnpublished = assistant.latestVersion === UNPUBLISHED_VERSION;
  const hasNews = isUnpublished || changes.length > 0;
  const advice = useToolAdvice(draft.state.config);
  const endings = useEndingChange(draft.state.config, false);
  const obstacle = useTalkObstacle(draft.state.config);
  const obstacleId = useId();
  // Not `disabled`: keyboard users must be able to read the reason.
  const blocked = obstacle !== undefined && {
    "aria-disabled": true,
    "data-disabled": true,
    "aria-describedby": obstacleId,
    title: obstacle,
  };
  const show = async (path: string) => {
    onProblem();
    const { tab, name } = placeOf(path);
    await navigate({ search: ({ tab: _, ...rest }) => (tab === "assistant" ? rest : { ...rest, tab }) });
    if (name) focusControl(name);
  };
  return (
    <PageHeader
      title={draft.state.config.name ?? t("assistants.unnamed")}
      parent={<Link to="/assistants">{t("editor.breadcrumb")}</Link>}
      actions={
        <>
          <ProblemsMenu
            problems={draft.problems}
            warnings={[...endings.warnings, ...draft.warnings, ...advice.warnings]}
            tips={advice.tips}
            onShow={(path) => void show(path)}
          />
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
          {!isElsewhere && !isUnpublished && (
            <Button renderRoot={(props) => <Link to="/assistants/$id/embed" params={{ id: assistant.id }} {...props} />}>
              {t("editor.share")}
            </Button>
          )}
          <Button onClick={publish.open} disabled={!hasNews || draft.problems.length > 0 || draft.state.clashes.length > 0}>
            {t("editor.publish")}
          </Button>
          {hasHandset && (
            <Button
              {...blocked}
              aria-expanded={isPhoning}
              leftSection={<IconPhoneIncoming size={14} aria-hidden="true" />}
              onClick={() =>
                obstacle === undefined && void navigate({ search: ({ talk: _, ...previous }) => ({ ...previous, phone: true }) })
              }
            >
              {t("handset.callMe")}
            </Button>
          )}
          <Button
            {...blocked}
            // The primary action until it is done.
            variant={isTalking ? "default" : "filled"}
            aria-expanded={isTalking}
            aria-keyshortcuts="t"
            onClick={() =>
              obstacle === undefined &&
              !isTalking &&
              void navigate({ search: ({ phone: _, ...previous }) => ({ ...previous, talk: requestTalk() }) })
            }
          >
            {t("editor.talk")}
          </Button>
          {obstacle !== undefined && <VisuallyHidden id={obstacleId}>{obstacle}</VisuallyHidden>}
        </>
      }
    >
      <DraftPill draft={draft} changed={changes.length > 0} />
      {assistant.latestVersion && (
        <Pill>{isUnpublished ? t("editor.unpublished") : t("editor.live", { version: assistant.latestVersion })}</Pill>
      )}
      <PrivacyPill plan={draft.state.config.compliancePlan} />
      <CopyId id={assistant.id} label={t("editor.copyId")} />
      {endings.shown && (
        <SuccessorDialog
          ending={endings.shown}
          config={draft.state.config}
          onChange={(change) => draft.store.edit(change)}
          onClose={endings.close}
        />
      )}
      {publishing && <PublishDialog assistant={assistant} draft={draft} changes={changes} onClose={publish.close} />}
    </PageHeader>
  );
}

const CONTROLS = "input:not([type=hidden]), textarea, select, button";
/** A tab is loaded when it is first opened. */
const FRAMES = 120;

/** Focuses the control of this name, or the closest part of the form around it that is shown, once its tab is there. */
function focusControl(name: string, frames = FRAMES): void {
  const steps = name.split(".");
  const names = steps.map((_, index) => steps.slice(0, steps.length - index).join("."));
  requestAnimationFrame(() => {
    const control = names.map(controlOf).find((found) => found !== undefined);
    if (control) control.focus();
    else if (frames > 0) focusControl(name, frames - 1);
  });
}

function controlOf(name: string): HTMLElement | undefined {
  const named = document.getElementsByName(name)[0];
  // A select with a search has its name on a hidden input after it.
  const isHidden = named instanceof HTMLInputElement && named.type === "hidden";
  if (named && !isHidden) return named;
  const place = named?.previousElementSibling ?? document.querySelector(`[data-path="${CSS.escape(name)}"]`);
  return place?.querySelector<HTMLElement>(CONTROLS) ?? undefined;
}

/** Rare actions: discard the draft, delete the assistant. */
function MoreMenu({ assistant, draft, changed }: { assistant: Assistant; draft: Draft; changed: boolean }) {
  const { t } = useTranslation();
  const [asking, ask] = useDisclosure();
  const navigate = useNavigate();
  const { question, deleteThem } = useDelete(ASSISTANTS);
  const things = [{ id: assistant.id, name: assistant.name ?? t("assistants.unnamed") }];
  const discardDraft = useDiscardDraft(assistant.id);
  const discard = async () => {
    await draft.store.flush();
    const discarded = draft.store.state();
    await discardDraft({
      revision: discarded.seen.revision,
      onDiscarded: draft.store.replace,
      onUndo: (live) => draft.store.restore(discarded, live),
    });
  };
  return (
    <>
      <DotsMenu variant="default" size={32} aria-label={t("editor.more")}>
        <Menu.Item disabled={!changed} onClick={() => void discard()}>
          {t("editor.discard")}
        </Menu.Item>
        <Menu.Item color="red" onClick={ask.open}>
          {t("editor.delete")}
        </Menu.Item>
      </DotsMenu>
      {asking && (
        <ConfirmDialog
          {...question(things)}
          onClose={ask.close}
          onConfirm={async () => {
            await draft.store.flush();
            await navigate({ to: "/assistants" });
            await deleteThem(things);
          }}
        />
      )}
    </>
  );
}

/** State of the draft: none, saving, saved, failed, or waiting for a choice between two values. */
function DraftPill({ draft: { state, problems }, changed }: { draft: Draft; changed: boolean }) {
  const { t } = useTranslation();
  const isBad = state.phase === "failed" || state.clashes.length > 0 || problems.length > 0;
  const text = {
    settled: t("editor.draftSaved"),
    edited: problems.length > 0 ? t("editor.draftBlocked") : t("editor.draftEdited"),
    saving: t("editor.draftSaving"),
    failed: t("editor.draftFailed"),
    clashed: t("editor.draftClashed"),
  }[state.phase];
  return (
    <span role="status">{(changed || state.phase !== "settled") && <Pill kind={isBad ? "warn" : "accent"}>{text}</Pill>}</span>
  );
}

/** Why a call with an assistant would be refused: its first part that the host cannot run, or whose key is missing. Undefined: it would not be refused, or it is not known yet. */
function useTalkObstacle(config: CreateAssistant): string | undefined {
  const { t } = useTranslation();
  const { providers } = useCapabilities();
  const parts = PARTS.flatMap((part) => {
    const provider = config[part]?.provider;
    return provider === undefined ? [] : [{ provider, support: providers[part][provider] }];
  });
  const owned = useOwnedProviders(parts.some(({ support }) => support?.state === "needs-credential"));
  for (const { provider, support } of parts) {
    if (!support) return t("editor.notAtHost");
    if (support.state === "not-supported") return support.reason;
    if (support.state === "needs-credential" && owned && !hasCredential(provider, support, owned))
      return t("editor.needsKey", { provider: humanValue(provider) });
  }
  return undefined;
}
