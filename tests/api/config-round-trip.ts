import * as samples from "@callwright/contract/testing";
import { expect } from "vitest";
import type { TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { type Desk, deskOf } from "./config-desk.ts";
import { createdId, type Organization, openOrganization, withIds } from "./organization.ts";

interface Desks {
  openDesk(person: TestClient): Promise<Desk>;
}

/** Chooses samples of one kind. */
type Choice = <Sample>(all: readonly Sample[]) => readonly Sample[];

/** An organization without resources. */
export async function openEmptyDesk(server: TestServer, { openDesk }: Desks): Promise<Desk> {
  const desk = await openDesk(await server.signUp());
  for (const kind of ["squad", "workflow", "assistant"])
    for (const { id } of await desk.send<{ id: string }[]>("GET", `/${kind}`)) await desk.send("DELETE", `/${kind}/${id}`);
  return desk;
}

/** Creates everything that files can hold, with every field set. */
async function fillOrganization(organization: Organization, choose: Choice): Promise<void> {
  const make = (name: Parameters<typeof createdId>[1], sample: unknown) =>
    createdId(organization, name, { body: withIds(sample, organization.ids) });
  for (const credential of choose(samples.saturatedCredentials)) await make("createCredential", credential);
  for (const tool of choose(samples.saturatedTools)) await make("createTool", tool);
  for (const base of choose(samples.saturatedKnowledgeBases))
    if (!("createPlan" in base) || base.createPlan?.type !== "import") await make("createKnowledgeBase", base);
  for (const output of choose(samples.saturatedStructuredOutputs)) await make("createStructuredOutput", output);
  for (const assistant of choose(samples.saturatedAssistants)) await make("createAssistant", assistant);
  for (const squad of choose(samples.saturatedSquads)) await make("createSquad", squad);
  for (const workflow of choose(samples.saturatedWorkflows)) await make("createWorkflow", workflow);
  for (const number of choose(samples.saturatedPhoneNumbers)) await make("createPhoneNumber", number);
  for (const personality of choose(samples.saturatedPersonalities)) await make("createPersonality", personality);
  for (const scenario of choose(samples.saturatedScenarios)) await make("createScenario", scenario);
  for (const simulation of choose(samples.saturatedSimulations)) await make("createSimulation", simulation);
  const { assistantId, personalityId } = organization.ids;
  for (const suite of choose(samples.saturatedTestSuites)) {
    const id = await make("createTestSuite", {
      ...suite,
      ...(suite.callers && { callers: [personalityId, "in-a-hurry"] }),
      ...(suite.targetAssignments && { targetAssignments: [{ targetType: "assistant", targetId: assistantId }] }),
    });
    for (const test of choose(samples.saturatedSuiteTests)) {
      const scenarioId = await createdId(organization, "createSuiteTest", { id, body: withIds(test, organization.ids) });
      await make("createSimulation", { name: "Of a suite", scenarioId, personalityId });
    }
  }
}

/** A value that the field of a variable takes. */
const sampleValue = (name: string) =>
  name.includes("SLACK_WEBHOOK_URL") ? `https://hooks.slack.example/${name}` : `a-value-of-${name}`.slice(0, 40).padEnd(20, "-");

/** An organization that is pulled and pushed into an empty one stays the same, and a second push changes nothing. Returns the files. */
export async function expectSameAfterRoundTrip(
  server: TestServer,
  desks: Desks,
  choose: Choice,
): Promise<Readonly<Record<string, string>>> {
  const organization = await openOrganization(server);
  await fillOrganization(organization, choose);
  const source = await desks.openDesk(organization.person);
  const pulled = await source.run("pull");
  expect(pulled).toMatchObject({ exitCode: 0, stderr: "" });
  const files = source.tree();

  // No id of this organization, and no secret, is in a file.
  const text = Object.values(files).join("\n");
  for (const id of Object.values(organization.ids)) expect(text).not.toContain(id);
  for (const secret of ["sk-test", "a-password-of-20-letters"]) expect(text).not.toContain(secret);

  expect((await source.run("pull")).stdout).toContain("Nothing to do.");
  expect(source.tree()).toEqual(files);

  const target = await openEmptyDesk(server, desks);
  for (const [file, content] of Object.entries(files)) target.write(file, content);
  expect(await target.run("push")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("Set these environment variables first"),
  });

  const names = /^Variables in the files: (.*)$/m.exec(pulled.stdout)?.[1]?.split(", ") ?? [];
  expect(names).toContain("OPENAI_API_KEY");
  target.terminal.env = Object.fromEntries(names.map((name) => [name, sampleValue(name)]));
  expect(await target.run("push")).toMatchObject({ exitCode: 0, stderr: "" });
  const again = await target.run("push");
  expect(again.stdout).toContain("Nothing to do");
  expect(again.stdout).not.toContain("Changed on the server");

  const copy = deskOf(target.person, target.terminal);
  copy.dir = `${target.dir}-copy`;
  // Several samples have the same name: the lock file knows which is which.
  copy.write("callwright.lock.json", target.read("callwright.lock.json"));
  expect(await copy.run("pull")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(copy.tree()).toEqual(files);
  return files;
}
