import { ERASED_KINDS, type ErasedKind, type Erasure, type ErasureCounts, type PersonKind } from "@callwright/contract";
import { Download } from "../../platform/http/download.ts";

const NAMES: Readonly<Record<ErasedKind, string>> = {
  calls: "calls",
  callEvents: "events of calls, with the transcripts",
  recordings: "recordings",
  notes: "notes on calls",
  sessions: "sessions",
  chats: "chats",
  contacts: "contacts of campaigns",
  rehearsals: "lists of rehearsals (the campaigns stay)",
  serverMessages: "server messages with their deliveries",
  tests: "tests made from calls",
  personalities: "personalities of simulated callers",
  testRuns: "runs of these tests",
  exports: "exports of calls",
  savedViews: "saved views",
  doNotCall: "entries of the do-not-call list (kept as a keyed hash)",
  auditEvents: "entries of the audit log (kept without the number or address)",
};

const PEOPLE: Readonly<Record<PersonKind, string>> = {
  number: "a telephone number",
  sip: "a SIP address",
  email: "an e-mail address",
};

const STATES: Readonly<Record<Erasure["state"], string>> = {
  counting: "It is being counted what there is. Nothing was deleted.",
  counted: "Nothing was deleted: nobody has confirmed it.",
  erasing: "The deletion is not complete yet.",
  done: "The deletion is complete.",
};

const EVERYWHERE = [
  "Backups: those made before the deletion still have the data, until you delete them. After one of them is restored, the deletion is carried out again, if the newest file erasures.jsonl lies beside the backup. `npm run backup` writes that file beside each backup: make one now.",
  "Storage of the server: PostgreSQL and file systems may keep deleted bytes until they reuse the space.",
  "Answers to requests with an Idempotency-Key are kept encrypted for 24 hours. Results of the dashboard's changes are kept for a day.",
  "Not searched: the words of other people's conversations, accounts of members, assistants, tools, files, knowledge bases, names of resources, and what an operator's log or monitoring has.",
  "Not found: data that names the person neither by this number or address nor by a call that does. Calls with HIPAA or PCI store no customer.",
];

/** The report of an erasure for people, without the number or address. */
export function reportOf(erasure: Erasure): Download {
  return new Download({ mediaType: "text/plain", fileName: `erasure-${erasure.id}.txt`, chunks: linesOf(erasure) });
}

async function* linesOf(erasure: Erasure): AsyncGenerator<string> {
  const {
    id,
    kind,
    hash,
    state,
    found = {},
    erased,
    waitingFor,
    left,
    elsewhere,
    isRepeated,
    createdAt,
    confirmedAt,
    endedAt,
  } = erasure;
  const paragraphs = [
    ["Deletion for good", `Id: ${id}`, `About: ${PEOPLE[kind]}`, `Keyed hash (HMAC-SHA256): ${hash}`],
    [
      `Counted: ${createdAt}`,
      ...(confirmedAt === undefined ? [] : [`Confirmed: ${confirmedAt}. What was created later is not part of it.`]),
      ...(endedAt === undefined ? [] : [`Completed: ${endedAt}`]),
      ...(isRepeated ? ["It was carried out again after a backup was restored."] : []),
      STATES[state],
    ],
    ["Found:", ...countsOf(found)],
    ["Deleted:", ...countsOf(erased)],
    ...(waitingFor.length > 0 ? [["It waits:", ...waitingFor.map((each) => `- ${each}`)]] : []),
    ...(left.length > 0
      ? [
          [
            "Not deleted in your own storage. Delete these files there:",
            ...left.map(({ location, reason }) => `- ${location}: ${reason}`),
          ],
        ]
      : []),
    ...(elsewhere.length > 0
      ? [["Others have got data of these conversations. Ask them to delete it:", ...elsewhere.map((each) => `- ${each}`)]]
      : []),
    ["What this deletion does not reach:", ...EVERYWHERE.map((each) => `- ${each}`)],
  ];
  yield `${paragraphs.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function countsOf(counts: ErasureCounts): string[] {
  const lines = ERASED_KINDS.flatMap((kind) => (counts[kind] ? [`- ${NAMES[kind]}: ${counts[kind]}`] : []));
  return lines.length > 0 ? lines : ["- nothing"];
}
