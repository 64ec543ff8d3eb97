import type { ErrorBody } from "@callwright/contract";
import { expect, test } from "vitest";
import { EventStream, eventStreamBody, type SendEvent, type ServerSentEvent } from "./event-stream.ts";

const toErrorBody = (error: unknown): ErrorBody => ({ message: String(error), statusCode: 500 });
const toFailureEvents = ({ message }: ErrorBody): ServerSentEvent[] => [{ event: "error", data: JSON.stringify({ message }) }];

const bodyOf = (run: (send: SendEvent) => Promise<readonly ServerSentEvent[]>) =>
  eventStreamBody(new EventStream(run, toFailureEvents), toErrorBody);
const read = (body: ReadableStream<Uint8Array>) => new Response(body).text();

test("events as they are sent, in order, named or not", async () => {
  const text = await read(
    bodyOf(async (send) => {
      send({ data: "1" });
      await Promise.resolve();
      send({ event: "second", data: '{"n":2}' });
      return [];
    }),
  );
  expect(text).toBe('data: 1\n\nevent: second\ndata: {"n":2}\n\n');
});

test("a failure after the first byte is an event", async () => {
  const text = await read(
    bodyOf(async (send) => {
      send({ data: "1" });
      throw new Error("gone");
    }),
  );
  expect(text).toBe('data: 1\n\nevent: error\ndata: {"message":"Error: gone"}\n\n');
});

test("a reader who goes away stops nothing, and gets nothing more", async () => {
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let ended = false;
  const body = bodyOf(async (send) => {
    send({ data: "1" });
    await wait;
    send({ data: "2" });
    ended = true;
    return [];
  });
  const reader = body.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
  await reader.cancel();
  goOn();
  await expect.poll(() => ended).toBe(true);
});
