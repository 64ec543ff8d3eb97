import { randomInt } from "node:crypto";
import { command } from "../../../harness/command.ts";

/** What the network between the browsers and the server lets through. */
export interface Passage {
  udp: boolean;
  /** `all`, or these ports of the server. */
  tcp: "all" | readonly number[];
}

/** A network namespace for the server, at the other end of a cable whose traffic is filtered and counted. Browsers stay where they are. */
export interface FarNetwork {
  /** Of the server, for browsers. */
  readonly address: string;
  /** Runs a program in it: to be put before the program and its arguments. */
  readonly prefix: readonly string[];
  /** From now on. At first, everything passes. */
  allow(passage: Passage): Promise<void>;
  /** Bytes of all packets so far, from the browsers and to them. */
  bytes(): Promise<{ up: number; down: number }>;
  close(): Promise<void>;
}

/** Why there can be none on this machine. */
export async function farNetworkProblem(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "Network namespaces need Linux and root.";
  const name = `cw-try-${process.pid}`;
  try {
    await command("ip", ["netns", "add", name]);
    await command("ip", ["netns", "del", name]);
  } catch (error) {
    return `This machine makes no network namespaces: ${String(error)}`;
  }
  return undefined;
}

/** The table of addresses of its own is looked up after the rules of the filter. */
const LOCAL_PREFERENCE = 100;
const FILTER_PREFERENCE = 10;
/** Any address that is not on this machine (RFC 5737). Nothing is sent to it. */
const ELSEWHERE = "192.0.2.1";

export async function openFarNetwork(): Promise<FarNetwork> {
  // Other runs have other numbers.
  const [name, id, subnet] = [`cw-far-${process.pid}`, randomInt(10_000), `10.213.${randomInt(256)}`];
  const [near, far, nearAddress, address] = [`cwn${id}`, `cwf${id}`, `${subnet}.1`, `${subnet}.2`];
  const ip = (...args: string[]) => command("ip", args);
  const inside = (...args: string[]) => ip("-n", name, ...args);
  await ip("netns", "add", name);
  await ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
  await ip("addr", "add", `${nearAddress}/30`, "dev", near);
  await ip("link", "set", near, "up");
  await inside("addr", "add", `${address}/30`, "dev", far);
  await inside("link", "set", far, "up");
  await inside("link", "set", "lo", "up");
  // Firefox calls from the address of the machine's default way if the page has not asked for a microphone.
  await inside("route", "add", "default", "via", nearAddress);
  const [way] = JSON.parse((await ip("-j", "route", "get", ELSEWHERE)).toString()) as { prefsrc: string }[];
  const browserAddresses = [nearAddress, ...(way ? [way.prefsrc] : [])];
  await inside("rule", "add", "pref", String(LOCAL_PREFERENCE), "lookup", "local");
  await inside("rule", "del", "pref", "0", "lookup", "local");

  /** Packets without a way are dropped, as by most firewalls: nobody is told. */
  const rule = (...selector: string[]) => inside("rule", "add", "pref", String(FILTER_PREFERENCE), ...selector);
  async function clear(): Promise<void> {
    const rules = (await inside("rule", "show", "pref", String(FILTER_PREFERENCE))).toString().split("\n");
    for (const each of rules) if (each !== "") await inside("rule", "del", "pref", String(FILTER_PREFERENCE));
  }

  return {
    address,
    prefix: ["ip", "netns", "exec", name],
    async allow({ udp, tcp }) {
      await clear();
      // Rules of one preference are in the order in which they were added.
      if (!udp) {
        await rule("iif", far, "ipproto", "udp", "blackhole");
        for (const each of browserAddresses) await rule("to", each, "ipproto", "udp", "blackhole");
      }
      if (tcp === "all") return;
      for (const port of tcp) await rule("iif", far, "ipproto", "tcp", "dport", String(port), "lookup", "local");
      await rule("iif", far, "ipproto", "tcp", "blackhole");
    },
    async bytes() {
      const [link] = JSON.parse((await inside("-s", "-j", "link", "show", far)).toString()) as {
        stats64: { rx: { bytes: number }; tx: { bytes: number } };
      }[];
      return { up: link?.stats64.rx.bytes ?? 0, down: link?.stats64.tx.bytes ?? 0 };
    },
    // The cable goes with the namespace.
    close: async () => void (await ip("netns", "del", name)),
  };
}
