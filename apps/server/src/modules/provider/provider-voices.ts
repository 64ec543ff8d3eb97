import {
  type AddVoice,
  type CloneVoice,
  type FoundVoice,
  invalid,
  isFields,
  type LibraryVoice,
  PlatformError,
  readJson,
  VOICE_PROVIDERS,
} from "@callwright/contract";
import { addCatalogVoice, catalogAbilities, cloneCatalogVoice, listCatalogVoices, searchCatalogVoices } from "@callwright/engine";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { refuseElsewhere } from "../voice/elsewhere.ts";
import { toLibraryVoice } from "../voice/library/hosted-library.ts";
import { answered, keylessContext, voiceContext } from "../voice/voice-context.ts";

type Context = Pick<ServerContext, "config" | "db" | "now" | "secrets">;

/** The size of all recordings together: they are read into memory. */
const RECORDINGS_MAX_BYTES = 50 * 1024 * 1024;

/** The voices of a provider with a name like this; at ElevenLabs the shared ones, which can be added. */
export async function searchVoices(
  context: Context,
  caller: OrgCaller,
  { provider, name }: { provider: string; name: string },
  signal: AbortSignal,
): Promise<FoundVoice[]> {
  const known = VOICE_PROVIDERS.find((each) => each === provider);
  const { lists, needsKey } = catalogAbilities(provider);
  if (!known || !lists) refuseElsewhere("Searching a provider's voices", provider);
  const keys = needsKey ? await voiceContext(context, caller, { provider: known }) : keylessContext(context);
  const found = await answered(() => searchCatalogVoices(provider, name, keys, signal));
  return found.map((voice) => ({ ...voice }));
}

/** Adds a shared voice to the organization's account at the provider. */
export async function addVoice(
  context: Context,
  caller: OrgCaller,
  { provider, ...voice }: AddVoice & { provider: string },
  signal: AbortSignal,
): Promise<LibraryVoice> {
  const known = VOICE_PROVIDERS.find((each) => each === provider);
  if (!known || !catalogAbilities(provider).adds) refuseElsewhere("Adding a voice at a provider", provider);
  const keys = await voiceContext(context, caller, { provider: known });
  const [voiceId, voices] = await answered(async () => {
    const id = await addCatalogVoice(voice, keys, signal);
    return [id, await listCatalogVoices(provider, keys, signal)] as const;
  });
  const added = voices.find((each) => each.voiceId === voiceId) ?? { voiceId, name: voice.name, isPublic: false };
  return toLibraryVoice(added, { orgId: caller.orgId, provider: known, at: context.now(), index: 0 });
}

/** Makes a voice at ElevenLabs from recordings. Fails with `validation-failed` for files that are not audio, and with `file-too-large`. */
export async function cloneVoice(context: Context, caller: OrgCaller, body: CloneVoice, signal: AbortSignal): Promise<void> {
  const { name, description, labels } = body;
  const files = body.files as File[];
  const problems = [
    ...files.flatMap(({ name: file, type, size }, index) => [
      ...(/^(audio|video)\//.test(type) ? [] : [`files.${index}: '${file}' is no recording. Send audio files`]),
      ...(size === 0 ? [`files.${index}: '${file}' is empty`] : []),
    ]),
    ...(labels === undefined || isTexts(labels) ? [] : ['labels: must be a JSON object of texts, like {"accent":"british"}']),
  ];
  if (problems.length > 0) throw invalid(...problems);
  if (files.reduce((sum, { size }) => sum + size, 0) > RECORDINGS_MAX_BYTES)
    throw new PlatformError("file-too-large", { maxBytes: RECORDINGS_MAX_BYTES });
  const keys = await voiceContext(context, caller, { provider: "11labs" });
  const recordings = await Promise.all(
    files.map(async (file) => ({ name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  await answered(() => cloneCatalogVoice({ name, description, labels, files: recordings }, keys, signal));
}

function isTexts(text: string): boolean {
  const value = readJson(text);
  return isFields(value) && Object.values(value).every((each) => typeof each === "string");
}
