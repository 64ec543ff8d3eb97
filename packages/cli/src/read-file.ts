import { readFile } from "node:fs/promises";
import { CliError } from "./cli-error.ts";

export function readFileText(file: string): Promise<string> {
  return reading(file, readFile(file, "utf8"));
}

/** Names the file that cannot be read. */
export async function reading<Content>(file: string, content: Promise<Content>): Promise<Content> {
  try {
    return await content;
  } catch (error) {
    throw new CliError("usage", `'${file}' cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
