import type { Client } from "@callwright/client";
import { CreateAssistant, LIST_LIMIT, type TestSuite } from "@callwright/contract";
import { CliError } from "./cli-error.ts";
import { readFileText } from "./files.ts";

/** Between two looks at a run. */
export const POLL_MS = 500;

/** The options that name a draft or a version to test. Default: the published assistant. */
export const TESTED_OPTIONS = {
  assistant: { type: "string" },
  "assistant-version": { type: "string" },
} as const;

/** An assistant of a file, a published version, or neither. */
export async function readTested({
  assistant: file,
  "assistant-version": version,
}: {
  assistant?: string | undefined;
  "assistant-version"?: string | undefined;
}): Promise<{ assistant?: CreateAssistant; assistantVersion?: number }> {
  if (file !== undefined && version !== undefined) throw new CliError("usage", "Use either --assistant or --assistant-version.");
  if (version !== undefined) return { assistantVersion: wholeNumber("--assistant-version", version, { min: 1 }) };
  return file === undefined ? {} : { assistant: parseAssistant(file, await readFileText(file)) };
}

export function wholeNumber(
  option: string,
  text: string,
  { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `a number from ${min}` : `a number from ${min} to ${max}`;
  throw new CliError("usage", `${option} takes ${range}, not '${text}'.`);
}

function parseAssistant(file: string, text: string): CreateAssistant {
  try {
    return CreateAssistant.parse(JSON.parse(text));
  } catch (error) {
    throw new CliError("usage", `'${file}' is no assistant: ${error instanceof Error ? error.message : error}`);
  }
}

/** Suites by id or name, in the order of the arguments. Default: all, oldest first. */
export async function chosenSuites(client: Client, wanted: readonly string[]): Promise<TestSuite[]> {
  const all: TestSuite[] = [];
  for (let cursor: string | undefined; ; ) {
    const { results, metadata } = await client.testSuites.list({
      query: { limit: LIST_LIMIT.max, ...(cursor !== undefined && { cursor }) },
    });
    all.push(...results);
    cursor = metadata.nextCursor;
    if (cursor === undefined) break;
  }
  if (all.length === 0) throw new CliError("usage", "The organization has no test suite.");
  if (wanted.length === 0) return all.toReversed();
  return wanted.map((nameOrId) => {
    const found = all.filter(({ id, name }) => id === nameOrId || name === nameOrId);
    const [suite] = found;
    if (!suite) throw new CliError("usage", `There is no test suite '${nameOrId}'.`);
    if (found.length > 1) throw new CliError("usage", `${found.length} test suites are named '${nameOrId}'. Use an id.`);
    return suite;
  });
}
