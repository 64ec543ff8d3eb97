import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeMailServer, startFakeMailServer } from "../../testing/fake-mail-server.ts";
import { createLogger } from "../config/logger.ts";
import { createMailer } from "./mailer.ts";

let mailServer: FakeMailServer;
beforeAll(async () => {
  mailServer = await startFakeMailServer();
});
afterAll(() => mailServer.close());

const lines: string[] = [];
const log = createLogger(
  { logLevel: "trace" },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
const from = "Callwright <voice@example.com>";
const mailer = (url: string) => createMailer({ smtp: { url, from } }, log, () => new Date());
const mail = { to: "ada@example.com", subject: "Grüße", text: `A link:\n\nhttps://example.com/${"x".repeat(200)}?a=b\n` };

test("a mail goes to the mail server as it was written", async () => {
  const { sendMail, close } = mailer(mailServer.url);
  await sendMail(mail);
  const received = await mailServer.nextMail();
  expect(received).toMatchObject({ from: "voice@example.com", to: ["ada@example.com"] });
  expect(received.text.replaceAll("\r\n", "\n").trim()).toBe(mail.text.trim());
  expect(received.headers).toContain("From: Callwright <voice@example.com>");
  expect(received.headers).toContain("Auto-Submitted: auto-generated");
  await close();
});

test("one that the mail server refuses fails, without an address in the sentence", async () => {
  const { sendMail, close } = mailer(mailServer.url);
  const refused = sendMail({ ...mail, to: "refused@example.com" });
  await expect(refused).rejects.toMatchObject({ code: "mail-not-sent", message: expect.stringContaining("EENVELOPE 550") });
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining("@") });
  await close();
});

test("a wrong password and a mail server that is away are told", async () => {
  const wrong = mailer(mailServer.url.replace("user:password", "user:hunter2"));
  await expect(wrong.sendMail(mail)).rejects.toMatchObject({ message: expect.stringMatching(/EAUTH 535(?!.*hunter2)/) });
  const away = mailer("smtp://127.0.0.1:1");
  await expect(away.sendMail(mail)).rejects.toMatchObject({
    code: "mail-not-sent",
    message: expect.stringContaining("SMTP_URL"),
  });
  await Promise.all([wrong.close(), away.close()]);
});

test("closing waits for what is being sent", async () => {
  const { sendMail, close } = mailer(mailServer.url);
  const sent = sendMail(mail);
  await close();
  expect((await mailServer.nextMail()).to).toEqual(["ada@example.com"]);
  await sent;
});

test("without a mail server a mail lies in the outbox; the log tells where, and nothing of its text", async () => {
  const { sendMail, outbox } = createMailer({ smtp: undefined }, log, () => new Date("2026-01-01"));
  await sendMail(mail);
  await sendMail({ ...mail, subject: "Second" });
  expect(outbox?.list().map(({ subject, at }) => [subject, at])).toEqual([
    ["Second", "2026-01-01T00:00:00.000Z"],
    ["Grüße", "2026-01-01T00:00:00.000Z"],
  ]);
  for (let count = 0; count < 150; count++) await sendMail(mail);
  expect(outbox?.list()).toHaveLength(100);
  expect(lines.join("")).toContain("/dev/outbox");
  expect(lines.join("")).not.toMatch(/ada@example|https:/);
});
