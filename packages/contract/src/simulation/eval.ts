import { z } from "zod";
import { Model } from "../assistant/model.ts";
import {
  EVAL_MAX_MESSAGES,
  EVAL_MESSAGE_MAX_CHARACTERS,
  TEST_MOCK_MAX_CHARACTERS,
  TEST_NAME_MAX_CHARACTERS,
} from "../wire/limits.ts";
import { objectList } from "../wire/objects.ts";

const Content = z.string().max(EVAL_MESSAGE_MAX_CHARACTERS);
/** What a tool answered, or an instruction in the middle of the conversation. */
const LongContent = z.string().max(TEST_MOCK_MAX_CHARACTERS);

const ToolCalls = objectList(20, {
  name: z.string().min(1).max(100).meta({ description: "The tool's name as the model sees it." }),
  arguments: z.record(z.string(), z.unknown()).optional(),
});
/** A tool call of an assistant's message. */
export type EvalToolCall = z.infer<typeof ToolCalls>[number];

const ExpectedCalls = ToolCalls.optional().meta({
  title: "Tool calls",
  description:
    "The calls in their order. Without arguments, a call may have any. An empty list: the assistant calls no tool. Default: not judged.",
});

/** Fields of a model that only matter in a conversation. */
const NOT_FOR_JUDGES = ["tools", "toolIds", "toolRefs", "knowledgeBase"] as const;

/** A model answers pass or fail. */
const AiPlan = z
  .strictObject({
    type: z.literal("ai"),
    model: Model.optional().meta({
      description:
        "Its messages say how to judge, and use {{messages}}, the conversation, or {{messages[-1]}}, the judged message. Default: the assistant's model.",
    }),
    autoIncludeMessageHistory: z.boolean().optional().meta({
      default: true,
      description: "Without messages in the model, it gets the conversation and the task to judge the last message.",
    }),
  })
  .superRefine(({ model, autoIncludeMessageHistory = true }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: "custom", path: ["model", field], message });
    if (!autoIncludeMessageHistory && (model?.messages ?? []).length === 0)
      problem("messages", "must say how to judge, or autoIncludeMessageHistory must be true");
    for (const field of NOT_FOR_JUDGES) if (model?.[field] !== undefined) problem(field, "has no effect on a judge: remove it");
  })
  .meta({ id: "EvalAiPlan" });

const needsExpectation = {
  check: ({ content = "", toolCalls }: { content?: string | undefined; toolCalls?: unknown }) =>
    content !== "" || toolCalls !== undefined,
  params: { path: ["content"], error: "or toolCalls is required: what the message must be" },
};

/** The same words, regardless of case, and the same tool calls. An empty content beside tool calls is not judged. */
const ExactPlan = z
  .strictObject({ type: z.literal("exact"), content: Content.optional(), toolCalls: ExpectedCalls })
  .refine(needsExpectation.check, needsExpectation.params)
  .meta({ id: "EvalExactPlan" });

/**
 * Patterns in RE2 syntax, plain or with flags (`/sunny/i`), that match a part of the words and of each named argument. Other tool calls may lie
 * between the expected ones.
 */
const RegexPlan = z
  .strictObject({ type: z.literal("regex"), content: Content.optional(), toolCalls: ExpectedCalls })
  .refine(needsExpectation.check, needsExpectation.params)
  .meta({ id: "EvalRegexPlan" });

const JudgePlan = z.discriminatedUnion("type", [ExactPlan, RegexPlan, AiPlan]).meta({ id: "EvalJudgePlan" });
export type EvalJudgePlan = z.infer<typeof JudgePlan>;

/** How the conversation goes on after a judged message. */
const ContinuePlan = z.strictObject({
  exitOnFailureEnabled: z.boolean().optional().meta({ default: false, description: "Ends the conversation after a failure." }),
  contentOverride: Content.optional().meta({ description: "Replaces the assistant's words from here on." }),
  toolCallsOverride: ToolCalls.optional().meta({ description: "Replaces the assistant's tool calls from here on." }),
});

const UserMessage = z.strictObject({ role: z.literal("user"), content: Content.min(1) }).meta({ id: "EvalUserMessage" });
const SystemMessage = z
  .strictObject({ role: z.literal("system"), content: LongContent.min(1) })
  .meta({ id: "EvalSystemMessage" });

/** With a judge plan, the assistant answers and is judged; otherwise the message is as written. */
const AssistantMessage = z
  .strictObject({
    role: z.literal("assistant"),
    content: Content.optional(),
    toolCalls: ToolCalls.optional(),
    judgePlan: JudgePlan.optional(),
    continuePlan: ContinuePlan.optional(),
  })
  .superRefine(({ content = "", toolCalls = [], judgePlan, continuePlan }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const isEmpty = content === "" && toolCalls.length === 0;
    if (!judgePlan && isEmpty) problem("content", "or toolCalls or judgePlan is required");
    if (!judgePlan && continuePlan) problem("continuePlan", "needs a judgePlan");
    if (judgePlan && !isEmpty)
      problem(
        "judgePlan",
        "cannot be combined with content or toolCalls: the assistant answers by itself, use judgePlan.content or continuePlan.contentOverride",
      );
  })
  .meta({ id: "EvalAssistantMessage" });

/** The answer to the first open tool call of the message before: as written, or, with a judge plan, the tool's own. */
const ToolMessage = z
  .strictObject({ role: z.literal("tool"), content: LongContent.optional(), judgePlan: AiPlan.optional() })
  .refine(({ content, judgePlan }) => (content === undefined) !== (judgePlan === undefined), {
    path: ["content"],
    error: "or judgePlan is required: exactly one of them",
  })
  .meta({ id: "EvalToolMessage" });

const EvalMessage = z
  .discriminatedUnion("role", [UserMessage, SystemMessage, AssistantMessage, ToolMessage])
  .meta({ id: "EvalMessage" });
export type EvalMessage = z.infer<typeof EvalMessage>;

export const EvalFields = {
  name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS).optional(),
  description: z.string().max(500).optional(),
  type: z.literal("chat.mockConversation"),
  messages: z
    .array(EvalMessage)
    .min(1)
    .max(EVAL_MAX_MESSAGES)
    .meta({
      examples: [
        [
          { role: "user", content: "When are you open?" },
          { role: "assistant", judgePlan: { type: "regex", content: "nine to five" } },
        ],
      ],
    }),
};

const needsJudge = {
  check: ({ messages }: { messages: readonly EvalMessage[] }) =>
    messages.some((message) => "judgePlan" in message && message.judgePlan !== undefined),
  params: {
    path: ["messages"],
    error: "must have an assistant's or a tool's message with a judgePlan: otherwise every run passes",
  },
};

/** A mock conversation in which some messages of the assistant are judged. */
export const CreateEval = z.strictObject(EvalFields).refine(needsJudge.check, needsJudge.params);
export type CreateEval = z.infer<typeof CreateEval>;

/** A message of a run. Judged ones have the verdict, and the reason of a failure. */
const EvalResultMessage = z.looseObject({
  role: z.enum(["user", "system", "assistant", "tool"]),
  content: z.string().optional(),
  toolCalls: z.array(z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() })).optional(),
  judge: z.looseObject({ status: z.enum(["pass", "fail"]), failureReason: z.string().optional() }).optional(),
});
export type EvalResultMessage = z.infer<typeof EvalResultMessage>;

/** `pass` if every judge said so. After an end on failure, the messages that followed are missing. Times are ISO 8601. */
export const EvalRunResult = z.looseObject({
  status: z.enum(["pass", "fail"]),
  messages: z.array(EvalResultMessage),
  startedAt: z.string(),
  endedAt: z.string(),
});
export type EvalRunResult = z.infer<typeof EvalRunResult>;
