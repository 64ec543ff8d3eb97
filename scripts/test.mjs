/**
 * `npm test`: sets up what it needs, then checks and a build, tests of units and of the voice engine, and tests in a browser. `--long` runs the tests that belong before a release instead.
 * Every phase runs even when an earlier one failed. The last line is always `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { installWhenNeeded } from "./install.mjs";
import { filesWithLongTests, LONG } from "./long-tests.mjs";
import { bin, run } from "./run.mjs";
import { provideSystemTools } from "./system-tools.mjs";

const isLong = process.argv.includes("--long");
const scratch = mkdtempSync(path.join(os.tmpdir(), "callwright-test-"));
const total = { passed: 0, failed: 0 };
const seconds = [];
/** What failed, repeated at the end: a long log is often read from its end alone. */
const failures = [];

/** Runs one phase, adds what it counted. A phase that throws or cannot start counts as one failure. */
async function phase(name, work) {
  const startedAt = performance.now();
  console.log(`\n── ${name}`);
  const {
    passed,
    failed,
    problems = [],
  } = await work().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  if (failed > 0 && problems.length === 0) problems.push("see above");
  failures.push(...problems.map((problem) => `${name}: ${problem}`));
  total.passed += passed;
  total.failed += failed;
  seconds.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return failed === 0;
}

/** The failed tests of a report, with the first lines of each message. */
function problemsOf(testResults) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    if (status === "failed" && assertionResults.length === 0) return [`${file}\n${firstLines(message)}`];
    return assertionResults
      .filter((result) => result.status === "failed")
      .map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${firstLines(failureMessages[0])}`);
  });
}

const firstLines = (message = "") =>
  message
    .split("\n")
    .slice(0, 8)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join("\n");

const SHORT = [`--tags-filter=!${LONG}`];

/** A step that either works or does not: nothing is counted when it does. */
const step = (work) => async () => ({ passed: 0, failed: (await work()) ? 0 : 1 });

/** The tests of projects of `vitest.config.ts`. `more`: what else the program is given. */
function vitest(projects, ...more) {
  return async () => {
    const report = path.join(scratch, `${projects.join("-")}.json`);
    const { code } = await run(bin("vitest"), [
      "run",
      ...more,
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ]);
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that does not load has no tests of its own to fail, and an unhandled rejection belongs to none.
    const brokenFiles = testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    ).length;
    const failed = numFailedTests + brokenFiles;
    return {
      passed: numPassedTests,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      problems: problemsOf(testResults),
    };
  };
}

async function runPhases() {
  const hasTools = await phase(
    "system tools",
    step(() => provideSystemTools(isLong)),
  );
  if (!(await phase("packages", step(installWhenNeeded)))) return;
  const isBuilt = await checkAndBuild();
  // Programs that tests start are taken as they were built; see `apps/server/src/testing/program.ts`.
  if (isBuilt) process.env.CALLWRIGHT_TEST_BUILT = "true";
  const canOpenScreens = isBuilt && hasTools;
  if (!isLong) {
    await phase("unit tests", vitest(["unit"], ...SHORT));
    // Voices of the engine run beside the spoken conversation: both wait for sound most of the time.
    const inBrowser = canOpenScreens ? ["browser", "spoken"] : [];
    await phase(["voice", ...inBrowser].join(", "), vitest(["voice", ...inBrowser], ...SHORT));
    return;
  }
  if (!canOpenScreens) return;
  await phase("slow unit tests", vitest(["slow", "slow-alone"]));
  const longOfUnits = [`--tags-filter=${LONG}`, ...["apps", "packages", "tests"].flatMap(filesWithLongTests)];
  await phase("long unit and voice tests", vitest(["unit", "voice"], ...longOfUnits));
  await phase("slow screen, browser and spoken tests", vitest(["slow-screens", "slow-browser", "slow-spoken"]));
  await phase("Firefox and WebKit", vitest(["other-browsers"]));
  await phase("long tests", vitest(["long"]));
}

/** Side by side: much of either is a single thread. */
async function checkAndBuild() {
  const { buildStale } = await import("./build.mjs");
  const { check } = await import("./check.mjs");
  const [isBuilt] = await Promise.all([phase("build", step(buildStale)), ...(isLong ? [] : [phase("checks", check)])]);
  return isBuilt;
}

await runPhases();
rmSync(scratch, { recursive: true, force: true });
if (failures.length > 0) console.log(`\n── failed\n${failures.join("\n")}`);
console.log(`\n${seconds.join(" · ")}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
