import {
  type CreateAssistant,
  type FoundVoice,
  LIST_LIMIT,
  type LibraryVoice,
  VOICE_LIBRARY_PROVIDERS,
  VOICE_PREVIEW_TEXT,
} from "@callwright/contract";
import { Alert, Button, Group, NativeSelect, Stack, Tabs, Text, TextInput } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { CopyIcon } from "../../kit/CopyButton.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Warning } from "../../kit/Failure.tsx";
import { Form } from "../../kit/Form.tsx";
import { humanValue } from "../../kit/field-names.ts";
import classes from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { SearchField } from "../../kit/SearchField.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import table from "../../kit/table/table.module.css";
import { CredentialHint } from "../../resource/credentials/CredentialHint.tsx";
import { useHasLocalSpeech } from "../../resource/local-speech/local-speech.ts";
import { useMay } from "../../resource/use-may.ts";
import { PlayButton } from "../../resource/voice-preview/PlayButton.tsx";
import { usePreview } from "../../resource/voice-preview/use-preview.ts";
import { useSpeaksHere } from "../../resource/voice-preview/use-speaks-here.ts";
import { LocalSpeech } from "./local/LocalSpeech.tsx";
import { Dictionaries } from "./pronunciation/Dictionaries.tsx";
import { UseVoiceDialog } from "./UseVoiceDialog.tsx";
import { type VoiceSearch, voiceSearch } from "./voice-search.ts";
import tableClasses from "./voice-table.module.css";
import { voicesKey } from "./voices-key.ts";

const route = getRouteApi("/shell/voices");

/** The library of voices, the natural voices and recognizers of the server, and pronunciation dictionaries. */
export function VoicesPage() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { view = "library" } = voiceSearch({ ...route.useSearch() });
  const hasLocal = useHasLocalSpeech();
  return (
    <div className={classes.page}>
      <PageHeader title={t("voices.title")} />
      <Tabs
        value={view}
        onChange={(next) => void navigate({ search: voiceSearch({ view: next }), replace: true })}
        className={tableClasses.tabs ?? ""}
      >
        <Tabs.List>
          <Tabs.Tab value="library">{t("voices.library")}</Tabs.Tab>
          {(hasLocal || view === "local") && <Tabs.Tab value="local">{t("voices.local.tab")}</Tabs.Tab>}
          <Tabs.Tab value="pronunciation">{t("voices.pronunciation.tab")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={view} className={classes.page}>
          {view === "library" && <Library />}
          {view === "local" && <LocalSpeech />}
          {view === "pronunciation" && <Dictionaries />}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** The voices of a provider, by gender, accent and language. */
function Library() {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = route.useNavigate();
  const search = voiceSearch({ ...route.useSearch() });
  const { provider = "callwright" } = search;
  const voices = useQuery({
    queryKey: voicesKey(provider),
    queryFn: ({ signal }) => client.voiceLibrary.listLibraryVoices({ provider, query: { limit: LIST_LIMIT.max }, signal }),
  });
  const [said, setSaid] = useState("");
  const speaksHere = useSpeaksHere();
  const failure = useShownError(voices.error);
  const go = (change: Record<string, string>) => void navigate({ search: voiceSearch({ ...search, ...change }), replace: true });
  const rows = (voices.data ?? []).filter((voice) => isFound(voice, search));
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          aria-label={t("voices.provider")}
          value={provider}
          data={VOICE_LIBRARY_PROVIDERS.map((each) => ({
            value: each,
            label: each === "callwright" ? t("voices.offline") : humanValue(each),
          }))}
          onChange={(event) => void navigate({ search: voiceSearch({ provider: event.currentTarget.value }), replace: true })}
        />
        <SearchField label={t("voices.search")} value={search.q ?? ""} onChange={(q) => go({ q })} />
        <VoiceFilters voices={voices.data ?? []} search={search} onChange={go} />
        {speaksHere(provider) && (
          <TextInput
            className={tableClasses.said ?? ""}
            leftSection={<IconPlayerPlay size={15} aria-hidden="true" />}
            aria-label={t("voices.said")}
            placeholder={VOICE_PREVIEW_TEXT}
            maxLength={300}
            value={said}
            onChange={(event) => setSaid(event.currentTarget.value)}
          />
        )}
        <span className={classes.count} role="status">
          {voices.data && t("voices.count", { count: rows.length })}
        </span>
      </div>
      {failure && (
        <Alert color="yellow" variant="outline" m="lg" role="alert">
          {t("voices.failed", { reason: failure.message })}
          <CredentialHint message={failure.message} />
        </Alert>
      )}
      {voices.isPending && !voices.error && <PageSkeleton />}
      {provider === "11labs" && voices.data && <SharedVoices />}
      {rows.length > 0 && <VoiceTable voices={rows} said={said.trim()} />}
      {voices.data && rows.length === 0 && (
        <EmptyNote
          title={t("voices.noMatch")}
          action={
            <Button onClick={() => void navigate({ search: voiceSearch({ provider }), replace: true })}>
              {t("voices.clear")}
            </Button>
          }
        />
      )}
    </>
  );
}

/** A row matches if it contains every word of the search and equals each filter. */
function isFound(voice: LibraryVoice, { q = "", gender, accent, language }: VoiceSearch): boolean {
  const text = [voice.name, voice.description, voice.providerId].join(" ").toLowerCase();
  return (
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (gender === undefined || voice.gender === gender) &&
    (accent === undefined || voice.accent === accent) &&
    (language === undefined || voice.language === language)
  );
}

interface VoiceFiltersProps {
  voices: readonly LibraryVoice[];
  search: VoiceSearch;
  onChange: (change: Record<string, string>) => void;
}

/** The fields by which the provider's voices differ. */
function VoiceFilters({ voices, search, onChange }: VoiceFiltersProps) {
  const { t } = useTranslation();
  const filters = [
    { name: "gender", label: t("voices.gender"), any: t("voices.anyGender") },
    { name: "accent", label: t("voices.accent"), any: t("voices.anyAccent") },
    { name: "language", label: t("voices.language"), any: t("voices.anyLanguage") },
  ] as const;
  return filters.map(({ name, label, any }) => {
    const chosen = search[name] ?? "";
    const values = new Set([...voices.flatMap((voice) => voice[name] ?? []), ...(chosen === "" ? [] : [chosen])]);
    const wordOf = (value: string) =>
      name === "gender" && (value === "female" || value === "male") ? t(`voices.genders.${value}`) : value;
    return (
      <NativeSelect
        key={name}
        aria-label={label}
        value={chosen}
        data={[{ value: "", label: any }, ...[...values].sort().map((value) => ({ value, label: wordOf(value) }))]}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    );
  });
}

const CloneVoiceDialog = lazy(async () => ({ default: (await import("./CloneVoiceDialog.tsx")).CloneVoiceDialog }));

const PROVIDER = "11labs";

/** Searches the voices that people share at ElevenLabs, and adds them to the organization's account there. */
function SharedVoices() {
  const { t } = useTranslation();
  const client = useClient();
  const may = useMay({ name: "Assistant" });
  const [name, setName] = useState("");
  const search = useMutation({
    mutationFn: () => client.providers.searchVoices({ provider: PROVIDER, query: { name: name.trim() } }),
  });
  const add = useMutation({
    mutationFn: ({ voiceId, publicOwnerId = "", name: shown }: FoundVoice) =>
      client.providers.addVoices({ provider: PROVIDER, body: { ownerId: publicOwnerId, voiceId, name: shown.slice(0, 200) } }),
    onSuccess: () => client.voiceLibrary.syncProviderVoices({ provider: PROVIDER }),
    meta: { changes: [voicesKey(PROVIDER)] },
  });
  const [isCloning, setCloning] = useState(false);
  const failure = search.error ?? add.error;
  return (
    <Stack p="lg" gap="xs">
      <Form onSubmit={() => name.trim() !== "" && search.mutate()}>
        <Group align="end" gap="xs">
          <TextInput
            label={t("voices.shared.label")}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={search.isPending} disabled={name.trim() === ""}>
            {t("voices.shared.search")}
          </Button>
          {may("update") && <Button onClick={() => setCloning(true)}>{t("voices.clone.open")}</Button>}
        </Group>
      </Form>
      {isCloning && (
        <Suspense fallback={null}>
          <CloneVoiceDialog onClose={() => setCloning(false)} />
        </Suspense>
      )}
      <Warning>{failure?.message}</Warning>
      {search.data?.length === 0 && <Text role="status">{t("voices.noMatch")}</Text>}
      {search.data?.map((voice) => (
        <Group key={voice.voiceId} justify="space-between" wrap="nowrap">
          <Text size="sm">{[voice.name, voice.gender, voice.accent].filter(Boolean).join(" · ")}</Text>
          {may("update") && voice.publicOwnerId !== undefined && (
            <Button
              size="xs"
              aria-label={t("voices.shared.addName", { name: voice.name })}
              loading={add.isPending && add.variables.voiceId === voice.voiceId}
              disabled={add.isSuccess && add.variables.voiceId === voice.voiceId}
              onClick={() => add.mutate(voice)}
            >
              {t("voices.shared.add")}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}

/** The voices of the library, with previews and the ids that assistants use. */
function VoiceTable({ voices, said }: { voices: readonly LibraryVoice[]; said: string }) {
  const { t } = useTranslation();
  const { state, toggle } = usePreview(said);
  const speaksHere = useSpeaksHere();
  const may = useMay({ name: "Assistant" });
  const [used, setUsed] = useState<LibraryVoice>();
  /** A provider's own sample can be played from any server. */
  const isHeard = ({ provider, previewUrl }: LibraryVoice) => speaksHere(provider) || previewUrl !== undefined;
  return (
    <>
      <Warning m="lg">{state.kind === "failed" && t("voices.hearFailed", { reason: state.reason })}</Warning>
      {used && <UseVoiceDialog name={nameOf(used)} voice={voiceOf(used)} onClose={() => setUsed(undefined)} />}
      <DataTable
        label={t("voices.title")}
        rows={voices}
        styles={tableClasses}
        columns={[
          {
            id: "play",
            label: t("voices.preview"),
            isLabelHidden: true,
            cell: (voice) =>
              isHeard(voice) && (
                <PlayButton
                  name={nameOf(voice)}
                  state={state.kind !== "silent" && state.id === voice.id ? state : undefined}
                  onToggle={() => toggle(voice)}
                />
              ),
          },
          { id: "name", label: t("voices.name"), cell: nameOf },
          { id: "gender", label: t("voices.gender"), cell: ({ gender }) => gender && t(`voices.genders.${gender}`) },
          { id: "accent", label: t("voices.accent"), className: table.medium, cell: ({ accent }) => accent },
          { id: "language", label: t("voices.language"), className: table.medium, cell: ({ language }) => language },
          {
            id: "providerId",
            label: t("voices.id"),
            cell: (voice) => (
              <div className={tableClasses.id}>
                <code title={voice.providerId}>{voice.providerId}</code>
                <CopyIcon text={voice.providerId} label={t("voices.copyId", { name: nameOf(voice) })} />
              </div>
            ),
          },
        ]}
        actions={
          may("update")
            ? (voice) => (
                <Button size="xs" aria-label={t("voices.useName", { name: nameOf(voice) })} onClick={() => setUsed(voice)}>
                  {t("voices.use")}
                </Button>
              )
            : undefined
        }
      />
    </>
  );
}

function voiceOf({ provider, providerId: voiceId, model }: LibraryVoice): NonNullable<CreateAssistant["voice"]> {
  const voice = { provider, voiceId, ...(model !== undefined && { model }) };
  return voice as NonNullable<CreateAssistant["voice"]>;
}

function nameOf({ name, slug, providerId }: LibraryVoice): string {
  return name ?? slug ?? providerId;
}
