import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { PlatformRouteName } from "@callwright/contract";
import { expect, test } from "vitest";
import { startTestServer } from "../../../apps/server/src/testing/start-test-server.ts";
import { run } from "../run.ts";
import { documentFolder, operations } from "./harness/document.ts";
import { pythonProgram } from "./harness/programs.ts";

const created = documentFolder();

const EXAMPLES = 10;
/** They end what the requests are made with: the fuzzer takes ids from answers. */
const ENDING = ["deleteOrg", "leaveOrg", "removeOrgMember", "updateUserRole"] as const satisfies readonly PlatformRouteName[];
const CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"];

test("schemathesis: no operation fails or answers what the document does not say", { timeout: 60 * 60_000 }, async () => {
  const { folder, file } = created();
  const server = await startTestServer();
  const { orgToken, userToken } = await server.signUp();
  const config = path.join(folder, "schemathesis.toml");
  await writeFile(
    config,
    [
      `auth.openapi.privateToken.bearer = "${orgToken}"`,
      `auth.openapi.userToken.bearer = "${userToken}"`,
      // 501: what this server does not do. 502: a provider that cannot be reached from here.
      'checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 501, 502]',
    ].join("\n"),
  );
  try {
    const said = await run(
      pythonProgram("schemathesis"),
      [
        ...["--config-file", config, "run", file, "--url", server.url, "--phases", "fuzzing", "--checks", CHECKS.join(",")],
        ...["--max-examples", String(EXAMPLES), "--seed", "1", "--no-shrink", "--continue-on-failure", "--no-color"],
        ...ENDING.flatMap((name) => ["--exclude-operation-id", name]),
        // By default the fuzzer also drops the token, and such a request only gets a 401.
        ...["--generation-with-security-parameters", "false"],
        ...["--generation-database", "none", "--suppress-health-check", "all", "--request-timeout", "20"],
      ],
      { codes: [0, 1], cwd: folder },
    );
    expect(said.slice(said.search(/=+ (ERRORS|FAILURES|SUMMARY) =+/))).not.toMatch(/= (ERRORS|FAILURES) =/);
    // The requests reached what they were made for: their tokens were good to the end.
    expect(said).not.toContain("Authentication failed");
    expect(said).toMatch(new RegExp(`Tested: +${operations.length - ENDING.length}\\b`));
  } finally {
    await server.close();
  }
});
