import "@mantine/spotlight/styles.css";
import { LIST_LIMIT } from "@callwright/contract";
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { requestTalk } from "../../data/talk-request.ts";
import { callKeys } from "../../features/calls/call-queries.ts";
import { API_REFERENCE_PATH } from "../../kit/api-reference-path.ts";
import { useFormat } from "../../kit/use-format.ts";
import { referenceTo } from "../../resource/form/references.ts";
import { callOf } from "../../resource/resource-calls.ts";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { type Choices, choicesQuery } from "../../resource/resource-queries.ts";
import { SEARCH_DELAY_MS } from "../../resource/use-choices.ts";
import { textsOf } from "../../resource/use-resource-texts.ts";
import { RAIL_GROUPS, RESOURCES } from "../registry.ts";
import { filterPalette, soughtName } from "./filter-palette.ts";
import { ownScreens } from "./own-screens.ts";
import { runFirstResult } from "./palette-keys.ts";
import { useSignOut } from "./use-sign-out.ts";

const LISTED_CALLS = 50;
const SHOWN_RESULTS = 12;

interface CommandPaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  onKeys: () => void;
}

/** ⌘K: search results of every resource, and global actions. Mounted while it is open. */
export function CommandPalette({ query, onQuery, onClose, onKeys }: CommandPaletteProps) {
  const { t } = useTranslation();
  const [store, actions] = useMemo(() => createSpotlight(), []);
  useEffect(() => actions.open(), [actions]);
  const [search] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  return (
    <Spotlight
      store={store}
      actions={usePaletteGroups(onKeys, search)}
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

function usePaletteGroups(onKeys: () => void, search: string): SpotlightActionGroupData[] {
  const { t } = useTranslation();
  return [
    { group: t("palette.actions"), actions: useGeneralActions(onKeys) },
    useAssistantGroup(search),
    { group: t("palette.calls"), actions: useCallActions(search) },
    { group: t("palette.pages"), actions: usePageActions() },
    ...useResourceGroups(search),
  ];
}

/** The screens that are not lists of a resource. */
function usePageActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { org } = useSignedIn();
  return RAIL_GROUPS.flatMap((group) =>
    ownScreens(group, org.role).map(({ to, message }) => ({
      id: `page-${to}`,
      label: t(group === "settings" ? "palette.goToSettings" : "palette.goTo", { title: t(message) }),
      onClick: () => void navigate({ to }),
    })),
  );
}

function useGeneralActions(onKeys: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return [
    {
      id: "new-assistant",
      label: t("palette.newAssistant"),
      onClick: () => void navigate({ to: "/assistants", search: { new: true } }),
    },
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

function useAssistantGroup(search: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const wanted = soughtName(search, t("palette.talkTo", { name: "" }));
  const { data } = useQuery(choicesQuery(useClient(), referenceTo("assistants"), wanted));
  const actions = (data?.results ?? []).flatMap((assistant) => {
    const name = nameOfEntity(assistant) ?? t("assistants.unnamed");
    const open = (search: { talk?: string }) => void navigate({ to: "/assistants/$id", params: { id: assistant.id }, search });
    return [
      { id: assistant.id, label: name, onClick: () => open({}) },
      { id: `talk-${assistant.id}`, label: t("palette.talkTo", { name }), onClick: () => open({ talk: requestTalk() }) },
    ];
  });
  return { group: groupTitle(t("palette.assistants"), data, t), actions };
}

/** Another host may not support search. */
function groupTitle(title: string, found: Choices | undefined, t: TFunction): string {
  return found?.isPartial ? t("palette.newestOnly", { title, count: LIST_LIMIT.max }) : title;
}

function useCallActions(search: string) {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const format = useFormat();
  const calls = useQuery({
    queryKey: [...callKeys.latest, search],
    queryFn: ({ signal }) =>
      client.calls.listMetadata({ query: { limit: LISTED_CALLS, ...(search === "" ? {} : { search }) }, signal }),
    placeholderData: keepPreviousData,
  });
  return (calls.data?.results ?? []).map((call) => ({
    id: call.id,
    label: call.name ?? t("palette.callAt", { time: format.dateTime(call.createdAt) }),
    onClick: () => void navigate({ to: "/calls/$id", params: { id: call.id } }),
  }));
}

/** For each resource: open its list, create one, and the search results. */
function useResourceGroups(search: string): SpotlightActionGroupData[] {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  return RESOURCES.map((resource) => {
    const { path, name } = resource;
    // biome-ignore lint/correctness/useHookAtTopLevel: the resources never change, and useQueries drops earlier results while the server searches.
    const { data: found } = useQuery(choicesQuery(client, resource, search));
    const { title, one } = textsOf(resource, t);
    const go = (to: "/$resource" | "/$resource/new") => () => void navigate({ to, params: { resource: path } });
    const open = (id: string) => () => void navigate({ to: "/$resource/$id", params: { resource: path, id } });
    return {
      group: groupTitle(title, found, t),
      actions: [
        { id: `list-${path}`, label: t("palette.goTo", { title }), onClick: go("/$resource") },
        ...(callOf(client, { name }, "create")
          ? [{ id: `new-${path}`, label: t("resource.create", { one }), onClick: go("/$resource/new") }]
          : []),
        ...(found?.results ?? []).map((entity) => ({
          id: entity.id,
          label: nameOfEntity(entity) ?? t("palette.unnamed", { one, id: entity.id.slice(0, 8) }),
          onClick: open(entity.id),
        })),
      ],
    };
  });
}
