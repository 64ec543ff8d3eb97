import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "../messages/i18n.ts";
import { textsOf } from "./use-resource-texts.ts";

beforeAll(() => startI18n(() => {}));

test("a resource has the texts of its group, or plain ones with its name in the contract", () => {
  expect(textsOf({ name: "Squad", texts: "squads" }, i18next.t)).toMatchObject({ title: "Squads", unnamed: "Unnamed squad" });
  expect(textsOf({ name: "KnowledgeBase" }, i18next.t)).toEqual({
    title: "Knowledge bases",
    one: "knowledge base",
    many: "knowledge bases",
    what: "All knowledge bases of this organization.",
    unnamed: "Unnamed knowledge base",
    deleteLoss: "Other parts that use a deleted item can no longer find it.",
  });
});
