import { LIST_LIMIT, type LibraryVoice, VOICE_LIBRARY_PROVIDERS, VOICE_PREVIEW_TEXT } from "@callwright/contract";
import { Alert, Button, NativeSelect, Tabs, TextInput } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { humanValue } from "../../kit/field-names.ts";
import classes from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { SearchField } from "../../kit/SearchField.tsx";
import { CredentialHint } from "../../resource/credentials/CredentialHint.tsx";
import { useHasLocalSpeech } from "../../resource/local-speech/local-speech.ts";
import { useSpeaksHere } from "../../resource/voice-preview/use-speaks-here.ts";
import { LocalSpeech } from "./local/LocalSpeech.tsx";
import { Dictionaries } from "./pronunciation/Dictionaries.tsx";
import { SharedVoices } from "./SharedVoices.tsx";
import { VoiceTable } from "./VoiceTable.tsx";
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

/** What the provider's voices differ in. */
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
