import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { PlatformRouteName } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../apps/server/src/testing/start-test-server.ts";
import { run } from "../run.ts";
import { document, documentFolder, operations } from "./harness/document.ts";
import { pythonProgram } from "./harness/programs.ts";

const created = documentFolder();

const EXAMPLES = 10;
/** Routes that would end the fuzzing: the fuzzer uses ids from answers. */
const ENDING: readonly string[] = ["deleteOrg", "leaveOrg", "removeOrgMember", "updateUserRole"] satisfies PlatformRouteName[];
const CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"];
/** The fuzzer spends most of it on inventing bodies. */
const LONGEST_MS = 20 * 60_000;

/** A run for each tag, in a separate organization: the fuzzer keeps its data of every schema, and for all operations together that is 10 GB. */
const RUNS = document.tags.map(({ name }) => {
  const ids = operations.filter(({ operation }) => operation.tags.includes(name)).map(({ operation }) => operation.operationId);
  return [name, ids.filter((id) => !ENDING.includes(id)).length] as const;
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.concurrent.each(RUNS)(
  "schemathesis, %s: %i operations answer what the document says",
  { timeout: LONGEST_MS },
  async (tag, count) => {
    const { folder, file } = created();
    const { orgToken, userToken } = await server.signUp();
    const config = path.join(folder, `${tag}.toml`);
    await writeFile(
      config,
      [
        `auth.openapi.privateToken.bearer = "${orgToken}"`,
        `auth.openapi.userToken.bearer = "${userToken}"`,
        // 501: a missing feature. 502: a provider that cannot be reached from here.
        'checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 501, 502]',
      ].join("\n"),
    );
    const said = await run(
      pythonProgram("schemathesis"),
      [
        ...["--config-file", config, "run", file, "--url", server.url, "--phases", "fuzzing", "--checks", CHECKS.join(",")],
        ...["--max-examples", String(EXAMPLES), "--seed", "1", "--no-shrink", "--continue-on-failure", "--no-color"],
        ...["--include-tag", tag, ...ENDING.flatMap((name) => ["--exclude-operation-id", name])],
        // By default, the fuzzer also drops the token, and such a request only gets a 401.
        ...["--generation-with-security-parameters", "false"],
        ...["--generation-database", "none", "--suppress-health-check", "all", "--request-timeout", "20"],
      ],
      { codes: [0, 1], cwd: folder },
    );
    expect(said.slice(said.search(/=+ (ERRORS|FAILURES|SUMMARY) =+/))).not.toMatch(/= (ERRORS|FAILURES) =/);
    // The requests were authorized: their tokens were valid to the end.
    expect(said).not.toContain("Authentication failed");
    expect(said).toMatch(new RegExp(`Tested: +${count}\\b`));
  },
);
