import "@mantine/spotlight/styles.css";
import { useMantineColorScheme } from "@mantine/core";
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { assistantListQuery } from "../../features/assistants/assistant-queries.ts";
import { useCreateAssistant } from "../../features/assistants/use-create-assistant.ts";
import { callKeys } from "../../features/calls/call-queries.ts";
import { RAIL_GROUPS, RESOURCES } from "../../resource/registry.ts";
import type { ResourceTexts } from "../../resource/resource.ts";
import { callOf } from "../../resource/resource-calls.ts";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { newestQuery } from "../../resource/resource-queries.ts";
import { useClient, useSession } from "../services.tsx";
import { useFormat } from "../use-format.ts";
import { filterPalette } from "./filter-palette.ts";
import { API_REFERENCE_PATH, ownScreens } from "./own-screens.ts";
import { runFirstResult } from "./run-first-result.ts";
import { useSignOut } from "./use-sign-out.ts";

const LISTED_CALLS = 50;
const SHOWN_RESULTS = 12;

interface CommandPaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  onKeys: () => void;
}

/** ⌘K: every assistant, the latest calls and things of every other kind, and what can be done from anywhere. Mounted while it is open. */
export function CommandPalette({ query, onQuery, onClose, onKeys }: CommandPaletteProps) {
  const { t } = useTranslation();
  const [store, actions] = useMemo(() => createSpotlight(), []);
  useEffect(() => actions.open(), [actions]);
  return (
    <Spotlight
      store={store}
      actions={usePaletteGroups(onKeys)}
      shortcut={null}
      query={query}
      onQueryChange={onQuery}
      limit={SHOWN_RESULTS}
      filter={(query, groups) => filterPalette(query, groups as SpotlightActionGroupData[])}
      onSpotlightClose={onClose}
      nothingFound={t("palette.nothing", { query: query.trim() })}
      searchProps={{
        placeholder: t("palette.placeholder"),
        "aria-label": t("palette.placeholder"),
        onKeyDown: (event) => event.key === "Enter" && runFirstResult(event.currentTarget.closest("[role=dialog]")),
      }}
      transitionProps={{ duration: 100 }}
      centered={false}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { "aria-label": t("shell.search") } }}
    />
  );
}

function usePaletteGroups(onKeys: () => void): SpotlightActionGroupData[] {
  const { t } = useTranslation();
  return [
    { group: t("palette.actions"), actions: useGeneralActions(onKeys) },
    { group: t("palette.assistants"), actions: useAssistantActions() },
    { group: t("palette.calls"), actions: useCallActions() },
    { group: t("palette.pages"), actions: usePageActions() },
    ...useResourceGroups(),
  ];
}

/** The screens that are not lists of a kind of thing; those stand with what they list. */
function usePageActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const role = session.kind === "signed-in" ? session.org.role : undefined;
  return RAIL_GROUPS.flatMap((group) =>
    ownScreens(group, role).map(({ to, message }) => ({
      id: `page-${to}`,
      label: t("palette.goTo", { title: t(message) }),
      onClick: () => void navigate({ to }),
    })),
  );
}

function useGeneralActions(onKeys: () => void) {
  const { t } = useTranslation();
  const createAssistant = useCreateAssistant();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return [
    { id: "new-assistant", label: t("palette.newAssistant"), onClick: () => createAssistant.mutate() },
    { id: "theme-light", label: t("palette.themeLight"), onClick: () => setColorScheme("light") },
    { id: "theme-dark", label: t("palette.themeDark"), onClick: () => setColorScheme("dark") },
    { id: "theme-system", label: t("palette.themeSystem"), onClick: () => setColorScheme("auto") },
    {
      id: "api-reference",
      label: t("shell.apiReference"),
      onClick: () => void window.open(API_REFERENCE_PATH, "_blank", "noopener"),
    },
    { id: "keys", label: t("shell.keys"), onClick: onKeys },
    { id: "sign-out", label: t("shell.signOut"), onClick: signOut },
  ];
}

function useAssistantActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const assistants = useInfiniteQuery(assistantListQuery(useClient())).data ?? [];
  return assistants.flatMap((assistant) => {
    const name = assistant.name ?? t("assistants.unnamed");
    const open = (search: { talk?: true }) => void navigate({ to: "/assistants/$id", params: { id: assistant.id }, search });
    return [
      { id: assistant.id, label: name, onClick: () => open({}) },
      { id: `talk-${assistant.id}`, label: t("palette.talkTo", { name }), onClick: () => open({ talk: true }) },
    ];
  });
}

function useCallActions() {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const format = useFormat();
  const calls = useQuery({
    queryKey: callKeys.latest,
    queryFn: ({ signal }) => client.listCalls({ query: { limit: LISTED_CALLS }, signal }),
  });
  return (calls.data ?? []).map((call) => ({
    id: call.id,
    label: call.name ?? t("palette.callAt", { time: format.dateTime(call.createdAt) }),
    onClick: () => void navigate({ to: "/calls/$id", params: { id: call.id } }),
  }));
}

/** Of each kind of thing: its list, a new one, and the newest by name. */
function useResourceGroups(): SpotlightActionGroupData[] {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const newest = useQueries({ queries: RESOURCES.map((resource) => newestQuery(client, resource)) });
  return RESOURCES.map(({ path, name, texts }, index) => {
    const { title, one } = t(texts, { returnObjects: true }) as ResourceTexts;
    const go = (to: "/$resource" | "/$resource/new") => () => void navigate({ to, params: { resource: path } });
    const open = (id: string) => () => void navigate({ to: "/$resource/$id", params: { resource: path, id } });
    return {
      group: title,
      actions: [
        { id: `list-${path}`, label: t("palette.goTo", { title }), onClick: go("/$resource") },
        ...(callOf(client, { name }, "create")
          ? [{ id: `new-${path}`, label: t("resource.create", { one }), onClick: go("/$resource/new") }]
          : []),
        ...(newest[index]?.data ?? []).map((entity) => ({
          id: entity.id,
          label: nameOfEntity(entity) ?? t("palette.unnamed", { one, id: entity.id.slice(0, 8) }),
          onClick: open(entity.id),
        })),
      ],
    };
  });
}
