import OpenAI from "openai";
import { expect, test } from "vitest";
import { askModel, KEY, startModelServer } from "./harness/ask.ts";
import { typeProblems } from "./harness/typed.ts";

test("x", async () => {
  const { body } = await askModel("openai");
  console.log(JSON.stringify(body));
});
