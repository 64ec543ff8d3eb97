/**
 * `npm test`: sets up what it needs, then runs checks beside a build, then tests of units beside those of speech, and tests in a browser. `--long`
 * runs the tests before a release instead. Every phase runs even if an earlier one failed. The last line is always `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { installForDevelopment } from "./install.mjs";
import { filesWithLongTests, LONG } from "./long-tests.mjs";
import { bin, run } from "./run.mjs";
import { provideSystemTools } from "./system-tools.mjs";

const isLong = process.argv.includes("--long");
const scratch = mkdtempSync(path.join(os.tmpdir(), "callwright-test-"));
const total = { passed: 0, failed: 0 };
const seconds = [];
/** Failures, repeated at the end, because only the end of a long log is read. */
const failures = [];

/** Runs one phase and adds its counts. A phase that throws or cannot start counts as one failure. */
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

/**
 * The priority of tests with sound, which must keep real time on a busy machine. They leave CPU time to the others, because they mostly wait for
 * sound.
 */
const FIRST = os.constants.priority.PRIORITY_ABOVE_NORMAL;

/** Not every user may raise the priority of a program. */
function canComeFirst() {
  const usual = os.getPriority();
  try {
    os.setPriority(FIRST);
    os.setPriority(usual);
    return true;
  } catch {
    return false;
  }
}

/** A step that succeeds or fails as a whole: its successes are not counted. */
const step = (work) => async () => ({ passed: 0, failed: (await work()) ? 0 : 1 });

/** Runs the tests of projects of `vitest.config.ts`. `more`: further arguments. `options`: see `run`. Quiet, it shows all its output at the end. */
function vitest(projects, more = [], options = {}) {
  return async () => {
    const report = path.join(scratch, `${projects.join("-")}.json`);
    const args = [
      "run",
      ...more,
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ];
    const { code, output } = await run(bin("vitest"), args, options);
    if (options.quiet) console.log(`\n── ${projects.join(", ")}: all output\n${output}`);
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that does not load has no failing tests of its own, and an unhandled rejection belongs to no test.
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
  if (!(await phase("packages", step(installForDevelopment)))) return;
  const { buildStale } = await import("./build.mjs");
  const { check } = await import("./check.mjs");
  // Much of the checks is a single thread: the build runs beside them, and the first tests.
  const checking = isLong ? undefined : phase("checks", check);
  const isBuilt = await phase("build", step(buildStale));
  // Programs that tests start run from the build; see `apps/server/src/testing/program.ts`.
  if (isBuilt) process.env.CALLWRIGHT_TEST_BUILT = "true";
  const canOpenScreens = isBuilt && hasTools;
  if (!isLong) {
    const priority = canComeFirst() ? FIRST : undefined;
    const speak = () => {
      const speaking = ["voice", ...(canOpenScreens ? ["spoken"] : [])];
      return phase(speaking.join(", "), vitest(speaking, SHORT, { quiet: true, priority }));
    };
    const compute = () => Promise.all([checking, phase("unit tests", vitest(["unit"], SHORT))]);
    if (priority === undefined) await compute().then(speak);
    else await Promise.all([compute(), speak()]);
    if (canOpenScreens) await phase("browser", vitest(["browser"], SHORT, { priority }));
    return;
  }
  if (!canOpenScreens) return;
  await phase("slow unit tests", vitest(["slow", "slow-alone"]));
  const longOfUnits = [`--tags-filter=${LONG}`, ...["apps", "packages", "tests"].flatMap(filesWithLongTests)];
  await phase("long unit and voice tests", vitest(["unit", "voice"], longOfUnits));
  await phase("slow screen, browser and spoken tests", vitest(["slow-screens", "slow-browser", "slow-spoken"]));
  await phase("Firefox and WebKit", vitest(["other-browsers"]));
  await phase("long tests", vitest(["long"]));
}

await runPhases();
rmSync(scratch, { recursive: true, force: true });
if (failures.length > 0) console.log(`\n── failed\n${failures.join("\n")}`);
console.log(`\n${seconds.join(" · ")}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
