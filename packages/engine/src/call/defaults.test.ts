import { AssistantFields, type CreateAssistant, DEFAULT_CLIENT_MESSAGES } from "@callwright/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createConversation } from "../conversation/create-conversation.ts";
import type { ModelRequest } from "../model/language-model.ts";
import { planStart, planStop } from "../speech/speaking-plan.ts";
import { FakeTransport } from "../testing/fake-transport.ts";
import { AppChannel } from "./app-channel.ts";
import { CallLimits } from "./call-limits.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The values that forms show for an empty assistant, as if a person had entered them. Among providers: this server's own. */
function shownBy(schema: z.core.$ZodType, within: readonly z.core.$ZodType[] = []): unknown {
  if (within.includes(schema)) return undefined;
  if (schema instanceof z.ZodType && schema.meta()?.default !== undefined) return schema.meta()?.default;
  if (schema instanceof z.ZodOptional) return shownBy(schema.unwrap(), within);
  if (schema instanceof z.ZodUnion) return shownBy(schema.options.find(isOurs) ?? z.undefined(), within);
  if (!(schema instanceof z.ZodObject)) return undefined;
  const shown = Object.entries(schema.shape).map(([name, field]) => [name, shownBy(field, [...within, schema])] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}
const isOurs = (kind: z.core.$ZodType) => kind instanceof z.ZodObject && kind.shape.provider?.safeParse("callwright").success;

const SHOWN = shownBy(z.object(AssistantFields)) as CreateAssistant;

it("starts to speak as the forms say", () => {
  const { waitSeconds, transcriptionEndpointingPlan } = SHOWN.startSpeakingPlan ?? {};
  expect(planStart({ waitSeconds }).waitMs).toBe(planStart({}).waitMs);
  const [typed, empty] = [planStart({ transcriptionEndpointingPlan }), planStart({ transcriptionEndpointingPlan: {} })];
  for (const customerText of ["A sentence.", "words without an end", "my number is 42"])
    expect(typed.pauseMs({ customerText, assistantText: "" })).toBe(empty.pauseMs({ customerText, assistantText: "" }));
});

it("stops speaking as the forms say", () => {
  const [typed, empty] = [planStop(SHOWN.stopSpeakingPlan), planStop({})];
  expect(typed.interruption).toEqual(empty.interruption);
  expect(typed.backoffMs).toBe(empty.backoffMs);
  const words = ["okay", "stop", "uh-huh", "something else"];
  expect(words.map(typed.acknowledges)).toEqual(words.map(empty.acknowledges));
  const counting = [planStop({ ...SHOWN.stopSpeakingPlan, numWords: 3 }), planStop({ numWords: 3 })].map((plan) =>
    words.map(plan.insists),
  );
  expect(counting[0]).toEqual(counting[1]);
});

it("ends calls as the forms say", () => {
  const endsOf = (limits: Pick<CreateAssistant, "maxDurationSeconds" | "silenceTimeoutSeconds">) => {
    const begunAtMs = Date.now();
    const ends: [string, number][] = [];
    const { maxDurationSeconds, silenceTimeoutSeconds } = limits;
    const note = (what: string) => () => ends.push([what, Date.now() - begunAtMs]);
    const watched = { isBusy: () => false, onMaxDuration: note("duration"), onSilence: note("silence") };
    const callLimits = new CallLimits({ maxDurationSeconds, silenceTimeoutSeconds, ...watched });
    callLimits.watchSilence();
    vi.runAllTimers();
    callLimits.stop();
    return ends;
  };
  expect(endsOf(SHOWN)).toEqual(endsOf({}));
});

it("asks the model, greets and apologizes as the forms say", async () => {
  const model = { provider: "callwright", model: "builtin" } as const;
  const askedOf = async (assistant: CreateAssistant) => {
    const requests: Omit<ModelRequest, "signal">[] = [];
    const said: unknown[] = [];
    const conversation = createConversation({
      assistant,
      variableValues: {},
      now: () => new Date(0),
      model: {
        provider: "callwright",
        async *stream({ signal: _, ...request }) {
          requests.push(request);
          yield { type: "text" as const, text: "" };
        },
      },
    });
    const { signal } = new AbortController();
    for await (const part of conversation.open(signal)) said.push(part);
    for await (const part of conversation.reply("Hi", signal)) said.push(part);
    return { requests, said };
  };
  expect(SHOWN.model).toMatchObject({ temperature: expect.any(Number), maxTokens: expect.any(Number) });
  const greeting = { firstMessage: "Hello." };
  const typed = { ...greeting, firstMessageMode: SHOWN.firstMessageMode, failureMessage: SHOWN.failureMessage };
  expect(await askedOf({ ...typed, model: { ...model, ...SHOWN.model } })).toEqual(await askedOf({ ...greeting, model }));
});

it("sends the page the messages that the forms name", () => {
  const told = (types: readonly string[] | undefined) => {
    const transport = new FakeTransport();
    const app = new AppChannel(types as typeof DEFAULT_CLIENT_MESSAGES | undefined, () => {});
    app.listen(transport);
    for (const type of DEFAULT_CLIENT_MESSAGES) app.send({ type } as never);
    return transport;
  };
  expect(JSON.stringify(told(SHOWN.clientMessages))).toBe(JSON.stringify(told(undefined)));
});
