import { expect, test } from "vitest";
import { openAi } from "./services/openai.ts";

const KEY = "sk-right-and-secret-0123456789";
const COMMIT = JSON.stringify({ type: "input_audio_buffer.commit" });

function listen(model: string) {
  const session = openAi.open({ provider: "openai", model }, { keys: { openai: KEY }, urls: {} }).open();
  const says = (type: string, fields: object = {}) => [...session.read({ type, ...fields })];
  return { session, says, first: JSON.parse(session.first?.[0] ?? "{}") as unknown };
}
const item = (item_id: string, fields: object = {}) => ({ item_id, ...fields });
const words = (text: string, final: boolean) => ({ type: "words", text, final });
const TRANSCRIPTION = "conversation.item.input_audio_transcription";
const ended = [{ type: "ended" }];

test.each(["gpt-live-transcribe", "gpt-realtime-whisper"])("%s gets a message when the caller stops", (model) => {
  const { session, first } = listen(model);
  expect(first).toMatchObject({ session: { audio: { input: { turn_detection: null, transcription: { model } } } } });
  expect(session.endOfSpeech).toBe(COMMIT);
});

test.each(["gpt-transcribe", "gpt-4o-transcribe", "gpt-4o-mini-transcribe"])("%s finds pauses itself", (model) => {
  const { session, first } = listen(model);
  expect(first).toMatchObject({ session: { audio: { input: { turn_detection: { type: "server_vad" } } } } });
  expect(session.endOfSpeech).toBeUndefined();
});

test("an utterance that fails does not end the transcription, and two in a row do", () => {
  const { says } = listen("gpt-transcribe");
  says("session.updated");
  const error = { type: "server_error", code: "server_error", message: "try again" };
  expect(says(`${TRANSCRIPTION}.delta`, item("a", { delta: "Hello" }))).toEqual([words("Hello", false)]);
  expect(says(`${TRANSCRIPTION}.failed`, item("a", { error }))).toEqual([words("Hello", true)]);
  expect(says(`${TRANSCRIPTION}.completed`, item("b", { transcript: "Hi." }))).toEqual([words("Hi.", true)]);
  expect(says(`${TRANSCRIPTION}.failed`, item("c", { error }))).toEqual([]);
  expect(says(`${TRANSCRIPTION}.failed`, item("d", { error }))).toEqual([{ type: "failed", status: 500, message: "try again" }]);
});

test("an error of the service ends the transcription before it began, or when nothing can follow", () => {
  const unknown = { error: { type: "invalid_request_error", code: "unknown_parameter", message: "Unknown parameter" } };
  expect(listen("gpt-transcribe").says("error", unknown)).toEqual([
    { type: "failed", status: undefined, message: "Unknown parameter" },
  ]);
  const { says } = listen("gpt-transcribe");
  says("session.updated");
  expect(says("error", unknown)).toEqual([]);
  expect(says("error", { error: { code: "input_audio_buffer_commit_empty", message: "too small" } })).toEqual([]);
  expect(says("error", { error: { code: "session_expired", message: "60 minutes" } })).toEqual([
    { type: "failed", status: undefined, message: "60 minutes" },
  ]);
  expect(says("error", { error: { code: "insufficient_quota", message: "pay" } })).toEqual([
    { type: "failed", status: 429, message: "pay" },
  ]);
});

test("the transcription ends when the last utterance is written down, not when an earlier one is", () => {
  const { session, says } = listen("gpt-live-transcribe");
  says("session.updated");
  says("input_audio_buffer.committed", item("a"));
  session.finish?.();
  expect(says(`${TRANSCRIPTION}.completed`, item("a", { transcript: "One." }))).toEqual([words("One.", true)]);
  expect(says("input_audio_buffer.committed", item("b"))).toEqual([]);
  expect(says(`${TRANSCRIPTION}.completed`, item("b", { transcript: "Two." }))).toEqual([words("Two.", true), ...ended]);
});

test("the transcription ends without a last utterance", () => {
  const { session, says } = listen("gpt-transcribe");
  says("session.updated");
  says("input_audio_buffer.committed", item("a"));
  session.finish?.();
  expect(says("error", { error: { code: "input_audio_buffer_commit_empty", message: "too small" } })).toEqual([]);
  expect(says(`${TRANSCRIPTION}.completed`, item("a", { transcript: "One." }))).toEqual([words("One.", true), ...ended]);
});
