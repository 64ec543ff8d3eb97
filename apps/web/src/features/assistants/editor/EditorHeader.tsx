import { type Assistant, type CreateAssistant, NAME_MAX_CHARACTERS, UNPUBLISHED_VERSION } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { PARTS } from "../../../data/capabilities.ts";
import { useDataHost } from "../../../data/services.tsx";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { DotsMenu } from "../../../kit/DotsMenu.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { late } from "../../../kit/late.tsx";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { PrivacyPill } from "../../../kit/PrivacyPill.tsx";
import { TalkButton } from "../../../kit/TalkButton.tsx";
import { useCopy } from "../../../kit/use-copy.ts";
import { useEndingChange } from "../../../resource/catalog/use-ending-warnings.ts";
import { useCopyFormat } from "../../../resource/copy/CopyAsMenu.tsx";
import { COPY_FORMATS } from "../../../resource/copy/copy-as.ts";
import { ProblemsMenu } from "../../../resource/ProblemsMenu.tsx";
import { useDelete } from "../../../resource/use-delete.ts";
import { hasCredential, useOwnedProviders } from "../../../resource/use-provider-supports.ts";
import type { ConfigChange } from "../../../resource/versions/config-diff.ts";
import { DraftPill } from "../../../resource/versions/DraftPill.tsx";
import { useDiscardDraft } from "../../../resource/versions/use-discard-draft.ts";
import type { EditedDraft } from "../../../resource/versions/use-draft.ts";
import { ASSISTANT_KIND } from "../assistant-kind.ts";
import { ASSISTANTS } from "../assistant-queries.ts";
import { useCreateAssistant } from "../list/use-create-assistant.ts";
import { useToolAdvice } from "../tools/use-tool-advice.ts";
import { focusControl } from "./focus-control.ts";
import { PROMPT_FIELD, placeOf } from "./place-of.ts";
import { type TalkMode, withTalk } from "./TalkSide.tsx";

const SuccessorDialog = late(async () => (await import("./SuccessorDialog.tsx")).SuccessorDialog);
const CompareDialog = late(async () => (await import("../compare/CompareDialog.tsx")).CompareDialog);
const PublishAssistant = late(async () => (await import("./PublishAssistant.tsx")).PublishAssistant);

const route = getRouteApi("/shell/assistants/$id");

interface EditorHeaderProps {
  assistant: Assistant;
  draft: EditedDraft<CreateAssistant>;
  changes: readonly ConfigChange[];
  /** The user goes to the field of a problem. */
  onProblem: () => void;
}

export function EditorHeader({ assistant, draft, changes, onProblem }: EditorHeaderProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { talk, chat, phone } = route.useSearch();
  const hasHandset = useMayEdit("dialFromHandset");
  const [publishing, publish] = useDisclosure();
  const isUnpublished = assistant.latestVersion === UNPUBLISHED_VERSION;
  const hasNews = isUnpublished || changes.length > 0;
  const advice = useToolAdvice(draft.state.config);
  const endings = useEndingChange(draft.state.config, false);
  const obstacle = useTalkObstacle(draft.state.config);
  const open = (mode: TalkMode) => void navigate({ search: (search) => withTalk(search, mode) });
  const show = async (path: string) => {
    onProblem();
    const { tab, name } = placeOf(path);
    const part = PARTS.find((each) => name !== PROMPT_FIELD && name?.startsWith(`${each}.`));
    await navigate({
      search: ({ tab: _, part: __, ...rest }) => {
        if (tab !== "assistant") return { ...rest, tab };
        return part === undefined ? rest : { ...rest, part };
      },
    });
    if (name) focusControl(name);
  };
  return (
    <PageHeader
      title={draft.state.config.name ?? t("assistants.unnamed")}
      parent={<Link to="/assistants">{t("editor.breadcrumb")}</Link>}
      onRename={(name) => draft.store.edit((config) => ({ ...config, name }))}
      actions={
        <>
          <ProblemsMenu
            problems={draft.problems}
            warnings={[...endings.warnings, ...draft.warnings, ...advice.warnings]}
            tips={advice.tips}
            onShow={(path) => void show(path)}
          />
          <MoreMenu assistant={assistant} draft={draft} changed={changes.length > 0} />
        </>
      }
      main={
        <>
          <Button onClick={publish.open} disabled={!hasNews || draft.problems.length > 0 || draft.state.clashes.length > 0}>
            {t("editor.publish")}
          </Button>
          <TalkButton
            ways={{ talk: () => open("talk"), chat: () => open("chat"), ...(hasHandset && { phone: () => open("phone") }) }}
            open={talk !== undefined ? "talk" : chat ? "chat" : phone && "phone"}
            obstacle={obstacle}
          />
        </>
      }
    >
      <DraftPill draft={draft} changes={changes.length} />
      {assistant.latestVersion && (
        <span>{isUnpublished ? t("editor.unpublished") : t("editor.live", { version: assistant.latestVersion })}</span>
      )}
      <PrivacyPill plan={draft.state.config.compliancePlan} />
      {endings.shown && (
        <SuccessorDialog
          ending={endings.shown}
          config={draft.state.config}
          onChange={(change) => draft.store.edit(change)}
          onClose={endings.close}
        />
      )}
      {publishing && <PublishAssistant assistant={assistant} draft={draft} changes={changes} onClose={publish.close} />}
    </PageHeader>
  );
}

/** Rare actions. */
function MoreMenu({
  assistant,
  draft,
  changed,
}: {
  assistant: Assistant;
  draft: EditedDraft<CreateAssistant>;
  changed: boolean;
}) {
  const { t } = useTranslation();
  const [asking, ask] = useDisclosure();
  const navigate = useNavigate();
  const { question, deleteThem } = useDelete(ASSISTANTS);
  const { config } = draft.state;
  const things = [{ id: assistant.id, name: assistant.name ?? t("assistants.unnamed") }];
  const [isComparing, compare] = useDisclosure();
  const { copy } = useCopy();
  const create = useCreateAssistant();
  const mayCreate = useMayEdit("createAssistant");
  // Visitor pages talk to this server.
  const isElsewhere = useDataHost()?.enabled === true;
  const request = {
    method: "PUT",
    path: `/assistant/${assistant.id}`,
    call: "replaceAssistant",
    id: assistant.id,
    body: config,
  } as const;
  const copyFormat = useCopyFormat(request);
  const discardDraft = useDiscardDraft<CreateAssistant>(ASSISTANT_KIND, assistant.id);
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
      <DotsMenu variant="subtle" size={32} aria-label={t("editor.more")}>
        {mayCreate && (
          <Menu.Item onClick={() => create.mutate({ ...config, name: copyNameOf(config.name ?? t("assistants.unnamed"), t) })}>
            {t("editor.duplicate")}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void copy(assistant.id)}>{t("editor.copyId")}</Menu.Item>
        {COPY_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void copyFormat(format)}>
            {t("editor.copyAsFormat", { format: t(`editor.copyFormats.${format}`) })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={compare.open}>{t("compare.open")}</Menu.Item>
        {!isElsewhere && assistant.latestVersion !== UNPUBLISHED_VERSION && (
          <Menu.Item renderRoot={(props) => <Link to="/assistants/$id/embed" params={{ id: assistant.id }} {...props} />}>
            {t("editor.share")}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item disabled={!changed} onClick={() => void discard()}>
          {t("editor.discard")}
        </Menu.Item>
        <Menu.Item color="red" onClick={ask.open}>
          {t("editor.delete")}
        </Menu.Item>
      </DotsMenu>
      {isComparing && <CompareDialog config={config} onClose={compare.close} />}
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

/** The name of a copy, which fits. */
function copyNameOf(name: string, t: TFunction): string {
  const whole = t("editor.copyName", { name });
  return t("editor.copyName", { name: name.slice(0, name.length - Math.max(0, whole.length - NAME_MAX_CHARACTERS)) });
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
