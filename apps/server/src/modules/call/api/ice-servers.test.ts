import { expect, test } from "vitest";
import { parseConfig } from "../../../platform/config/config.ts";
import { iceServersOf, turnCredentials } from "./ice-servers.ts";

const NOW = new Date("2026-01-01T00:00:00.500Z");
const TURN = { TURN_URL: "turn:turn.test:3478, turns:turn.test:5349?transport=tcp", TURN_SECRET: "north-south-east" };

test("a name is the end of its validity and an id, and its password the keyed hash that coturn computes", () => {
  // printf '1767226500:call-1' | openssl dgst -sha1 -hmac north-south-east -binary | base64
  expect(turnCredentials("north-south-east", "call-1", NOW, 900)).toEqual({
    username: "1767226500:call-1",
    credential: "I9UBSTqtScNndyKWyRpyCpHCM6E=",
  });
});

test("each call gets credentials of its own, for as long as it may last", () => {
  const config = parseConfig({ ...TURN, ICE_SERVERS: JSON.stringify([{ urls: "stun:stun.test:3478" }]) });
  const [stun, turn, turns] = iceServersOf(config, { id: "call-1", assistant: { maxDurationSeconds: 600 } }, NOW);
  expect(stun).toEqual({ urls: "stun:stun.test:3478" });
  expect([turn?.urls, turns?.urls]).toEqual(["turn:turn.test:3478", "turns:turn.test:5349?transport=tcp"]);
  expect(turn).toMatchObject(turnCredentials(TURN.TURN_SECRET, "call-1", NOW, 900));
  expect(turns).toMatchObject(turnCredentials(TURN.TURN_SECRET, "call-1", NOW, 900));
  const [, other] = iceServersOf(config, { id: "call-2", assistant: {} }, NOW);
  expect(other?.username).toBe("1767226500:call-2");
  expect(other?.credential).not.toBe(turn?.credential);
});

test("without TURN_URL, callers get the servers of ICE_SERVERS", () => {
  expect(iceServersOf(parseConfig({}), { id: "call-1", assistant: {} }, NOW)).toEqual([]);
});
