import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { ApiError } from "@callwright/client";
import { openAccess } from "../access.ts";
import { CliError } from "../cli-error.ts";
import { readFileText, reading } from "../files.ts";
import type { Machine, Output } from "../machine.ts";
import { tokenKindOf } from "../token-kind.ts";

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/**
 * `callwright api METHOD PATH [-d JSON|@file|-] [-F name=value|name=@file] [-q key=value] [--server URL]`: sends one request and
 * prints the response. An error response is printed to standard error with exit code 1.
 */
export async function api(args: string[], machine: Machine): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: "string", short: "d" },
      form: { type: "string", short: "F", multiple: true },
      query: { type: "string", short: "q", multiple: true },
      server: { type: "string" },
    },
  });
  const { method, route, search } = readTarget(positionals);
  const form = await readForm(values.form ?? []);
  if (form && values.data !== undefined) throw new CliError("usage", "Use either a JSON body (-d) or a form (-F).");
  const body = form ?? (await readData(values.data, machine));
  const access = await openAccess(machine, values.server);
  const send = access.send(tokenKindOf(method, route));
  const query = readQuery([...search, ...(values.query ?? []).map((pair) => splitPair(pair, "-q"))]);
  const response = await send(method, route, { query, body, isForm: form !== undefined }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.body === undefined) throw error;
    throw new CliError("refused", typeof error.body === "string" ? error.body : JSON.stringify(error.body, null, 2));
  });
  await print(response, machine.stdout);
}

function readTarget([method = "", target = "", ...others]: string[]) {
  const verb = method.toUpperCase();
  // A full URL would send the token to another server.
  if (!METHODS.includes(verb) || !/^\/(?!\/)[^{}\\]*$/.test(target) || others.length > 0)
    throw new CliError("usage", "Give a method and a path, for example: callwright api GET /assistant");
  const url = new URL(target, "http://server");
  return { method: verb, route: url.pathname, search: [...url.searchParams] };
}

async function readData(data: string | undefined, machine: Machine): Promise<unknown> {
  if (data === undefined) return undefined;
  const text = data === "-" ? await machine.readInput() : data.startsWith("@") ? await readFileText(data.slice(1)) : data;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError("usage", `The body is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Undefined without parts. */
async function readForm(parts: string[]): Promise<Record<string, unknown> | undefined> {
  if (parts.length === 0) return undefined;
  const form: Record<string, unknown> = {};
  for (const part of parts) {
    const [name, value] = splitPair(part, "-F");
    form[name] = value.startsWith("@") ? await readUpload(value.slice(1)) : value;
  }
  return form;
}

async function readUpload(file: string): Promise<File> {
  return new File([await reading(file, readFile(file))], path.basename(file));
}

function splitPair(pair: string, option: string): [name: string, value: string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new CliError("usage", `${option} takes name=value, not '${pair}'.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** A repeated name keeps all its values. */
function readQuery(pairs: [name: string, value: string][]): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const [name, value] of pairs) query[name] = [...(query[name] ?? []), value];
  return query;
}

/** Unchanged, so that streams and files can be piped. JSON is indented on a terminal. */
async function print(response: Response, stdout: Output): Promise<void> {
  if (stdout.isTTY && response.headers.get("content-type")?.includes("application/json")) {
    const text = await response.text();
    stdout.write(text ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : "");
    return;
  }
  await pipeline(Readable.from(response.body ?? []), stdout, { end: false });
}
