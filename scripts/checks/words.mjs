/** House rules 3 and 11, and what must never be in the repository. */
import { isCode } from "./listing.mjs";

const isText = (file) => /\.(ts|tsx|mjs|json|md|css|html|yml|yaml|sql)$/.test(file) && file !== "package-lock.json";
/** This file names the words it looks for. */
const isThisFile = (file) => file === "scripts/checks/words.mjs";

const WORDS = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, where: isCode, say: "finish it, or open an issue" },
  { pattern: /coming soon/i, where: isText, say: "nothing half-done is visible" },
  { pattern: /^\s*\/\/.*[;{]\s*$/, where: isCode, say: "commented-out code: delete it, git remembers" },
  { pattern: /@ts-(ignore|nocheck)/, where: isCode, say: "use a type, or @ts-expect-error with the reason" },
  { pattern: /\b(it|test|describe)\.(only|skip|todo)\(/, where: isCode, say: "a test that does not run proves nothing" },
  { pattern: /(^|["'`\s(])\/(root|home|work|Users)\//, where: isText, say: "a path of one machine" },
  {
    pattern: /\bwho(?:m)?ever\b|\b(?:told|tells) of\b|\banew\b|\bnone of\b|\bof wh(?:ich|om)\b|\b(?:is|are) made of\b/i,
    where: isText,
    say: "name the subject and say it directly, in the field's terms",
  },
  {
    pattern: /\bAbortSignal\.timeout\(/,
    where: (file) => isCode(file) && /^(apps|packages)\//.test(file) && !/\.test\.|^packages\/call\/|\/testing\//.test(file),
    say: "Node 20 loses it in AbortSignal.any: use timeLimit",
  },
  { pattern: /organisation/i, where: isText, say: "American English, as in the API" },
  {
    pattern: /"resolved": "https?:/,
    where: (file) => file === "package-lock.json",
    say: "a registry's address; .npmrc leaves it out",
  },
];

/**
 * Types with the same name in two files. A reader of the name has to find out which one is meant, and so does the editor that completes it. If both
 * mean the same, one of them is imported instead.
 */
const TYPE = /^export (?:abstract )?(?:interface|class|type) (\w+)/gm;
const isSource = (file) => isCode(file) && /^(apps|packages)\//.test(file) && !/\.test\.|\/testing\//.test(file);
/** Names that still have two meanings. */
const DOUBLE = new Set([
  "Ask",
  "AskEndpointing",
  "AssistantRow",
  "BackgroundSound",
  "CallClock",
  "CallLimits",
  "CallRow",
  "CallTools",
  "Change",
  "Checked",
  "Choice",
  "ClientMessage",
  "Column",
  "Connection",
  "Ending",
  "Failure",
  "FieldSupport",
  "Fields",
  "Heard",
  "Hearing",
  "ImportSource",
  "JsonSchema",
  "Kind",
  "LiveConnection",
  "PartName",
  "Preset",
  "Problem",
  "Realtime",
  "RealtimeOptions",
  "Reference",
  "ResourceRow",
  "ServiceFailure",
  "Session",
  "SoundFormat",
  "Speaker",
  "StartContext",
  "StartOptions",
  "Step",
  "TokenBucket",
  "Utterance",
]);

function checkDoubleNames(files, read) {
  const places = new Map();
  for (const file of files.filter(isSource))
    for (const name of new Set([...read(file).matchAll(TYPE)].map(([, found]) => found)))
      places.set(name, [...(places.get(name) ?? []), file]);
  return [...places]
    .filter(([name, [first, ...others]]) => first && others.length > 0 && !DOUBLE.has(name))
    .map(([name, [first, ...others]]) => `${others.join(", ")}: '${name}' is also in ${first}: one name, one thing.`);
}

export function checkWords(files, read) {
  const problems = checkDoubleNames(files, read);
  for (const file of files.filter((name) => !isThisFile(name))) {
    const rules = WORDS.filter(({ where }) => where(file));
    if (rules.length === 0) continue;
    for (const [index, line] of read(file).split("\n").entries()) {
      for (const { pattern, say } of rules) {
        const found = pattern.exec(line);
        if (found) problems.push(`${file}:${index + 1}: '${found[0].trim()}': ${say}.`);
      }
    }
  }
  return problems;
}
