import { useMemo } from "react";
import { referenceTo } from "../../../resource/form/references.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import type { SquadMember, StoredAssistant, StoredAssistants } from "./squad-graph.ts";

const ASSISTANT = referenceTo("assistants");

/** The stored assistants of a squad, by id. Those that are not read yet, or deleted, are missing. */
export function useStoredAssistants(members: readonly SquadMember[]): StoredAssistants {
  const ids = useMemo(() => members.flatMap(({ assistantId }) => (assistantId ? [assistantId] : [])), [members]);
  const referred = useReferred(ASSISTANT, ids) as StoredAssistants;
  // The map is new each time, so its content is compared.
  const content = JSON.stringify(
    [...referred].map(([id, { name, firstMessage, model, voice, transcriber }]) => [
      id,
      { name, firstMessage, model, voice, transcriber },
    ]),
  );
  return useMemo(() => new Map(JSON.parse(content) as [string, StoredAssistant][]), [content]);
}
