import { CAMPAIGN_UPLOAD_ROWS, type CheckedContact, type NewContact } from "@callwright/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useClient } from "../../data/services.tsx";
import { SEARCH_DELAY_MS } from "../../resource/use-choices.ts";

type RowChecks = ReadonlyMap<string, CheckedContact>;

/** Rows with the same texts are read alike. */
export const checkKey = ({ number, name, country, timeZone }: NewContact): string =>
  JSON.stringify([number, name, country, timeZone]);

const NOTHING: RowChecks = new Map();

/** How the server reads rows, by `checkKey`. Each is asked once. */
export function useRowChecks(campaignId: string, contacts: readonly NewContact[]) {
  const client = useClient();
  const [known, setKnown] = useState(NOTHING);
  const [error, setError] = useState<Error>();
  const [asked] = useDebouncedValue(contacts, SEARCH_DELAY_MS);
  useEffect(() => {
    const missing = [...new Map(asked.map((contact) => [checkKey(contact), contact])).entries()].filter(
      ([key]) => !known.has(key),
    );
    if (missing.length === 0) return;
    const stop = new AbortController();
    const part = missing.slice(0, CAMPAIGN_UPLOAD_ROWS);
    const body = { contacts: part.map(([, { variables: _, ...contact }]) => contact) };
    client.campaigns.checkContacts({ id: campaignId, body, signal: stop.signal }).then(
      ({ contacts: read }) => {
        setError(undefined);
        setKnown(
          (before) => new Map([...before, ...part.flatMap(([key], index) => (read[index] ? [[key, read[index]] as const] : []))]),
        );
      },
      (reason: Error) => !stop.signal.aborted && setError(reason),
    );
    return () => stop.abort();
  }, [asked, known, client, campaignId]);
  return { known, error };
}

export interface ReadRow {
  contact: NewContact;
  /** Undefined: it is not checked yet. */
  check: CheckedContact | undefined;
}

/** What becomes of the rows. Each is in one list. */
export function sortRows(contacts: readonly NewContact[], known: RowChecks) {
  const rows = {
    ready: [] as ReadRow[],
    wrong: [] as ReadRow[],
    twice: [] as ReadRow[],
    listed: [] as ReadRow[],
    inList: [] as ReadRow[],
  };
  let open = 0;
  const seen = new Set<string>();
  for (const contact of contacts) {
    const check = known.get(checkKey(contact));
    const row = { contact, check };
    if (!check) open += 1;
    else if (check.number === undefined) rows.wrong.push(row);
    else if (seen.has(check.number)) rows.twice.push(row);
    else {
      seen.add(check.number);
      if (check.isInList) rows.inList.push(row);
      else if (check.isOnDoNotCallList) rows.listed.push(row);
      else rows.ready.push(row);
    }
  }
  return { ...rows, open };
}
