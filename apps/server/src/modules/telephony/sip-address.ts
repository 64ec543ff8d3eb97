import { invalid } from "@callwright/contract";

/** A SIP address to call. */
interface SipAddress {
  user: string;
  /** In lower case. */
  host: string;
  port: number | undefined;
  transport: "udp" | "tcp" | "tls";
  /** In E.164, if the user is a telephone number: then the host calls it. */
  number: string | undefined;
}

export const isSipAddress = (to: string): boolean => /^sips?:/i.test(to);

/** Refuses headers, passwords and parameters such as `maddr`: they could direct the call to another host than the checked one. */
const PARTS = /^(sips?):([A-Za-z0-9._+*~-]{1,64})@([A-Za-z0-9.-]{1,253})(?::(\d{1,5}))?((?:;[a-z]+=[a-z]+)*)$/i;
const E164 = /^\+[1-9]\d{6,14}$/;
/** Keypad characters. Most hosts pass longer numbers on to the telephone network. */
const KEYS = /^[\d*a-d]+$/i;
const EXTENSION_MAX = 6;

/** Fails with `validation-failed`, which names `field`. */
export function readSipAddress(uri: string, field = "customer.sipUri"): SipAddress {
  const refuse = (problem: string): never => {
    throw invalid(`${field} ${problem}`);
  };
  const [, given = "", user = "", host = "", port, parameters = ""] = PARTS.exec(uri) ?? [];
  if (host === "") refuse("must be a SIP address like sip:reception@pbx.example.com, with no parameters but transport");
  const isSecure = given.toLowerCase() === "sips";
  let transport = isSecure ? "tls" : "udp";
  let isPhone = false;
  for (const parameter of parameters.toLowerCase().split(";").slice(1)) {
    const [name, value = ""] = parameter.split("=");
    if (name === "transport" && ["udp", "tcp", "tls"].includes(value)) transport = isSecure ? "tls" : value;
    else if (name === "user" && value === "phone") isPhone = true;
    else refuse(`must not have the parameter ${parameter}`);
  }
  const keys = user.replace(/[.~_-]/g, "");
  const isNumber = E164.test(keys);
  const looksDialed = isPhone || user.includes("+") || (KEYS.test(keys) && keys.length > EXTENSION_MAX);
  if (looksDialed && !isNumber)
    refuse("has a telephone number that is not E.164. Write it like sip:+14155550123@pbx.example.com");
  return {
    user,
    host: host.toLowerCase(),
    port: port === undefined ? undefined : Number(port),
    transport: transport as SipAddress["transport"],
    number: isNumber ? keys : undefined,
  };
}

/** The called telephone number, by SIP or not. Undefined: a SIP address without a number. */
export const numberOf = (to: string): string | undefined => (isSipAddress(to) ? readSipAddress(to).number : to);
