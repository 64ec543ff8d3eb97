import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Instant } from "../../../kit/Instant.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { readUserAgent, useDeviceName } from "../../../kit/user-agent.ts";
import type { BrowserSession } from "./account-queries.ts";
import classes from "./sessions.module.css";

interface SessionRowProps {
  session: BrowserSession;
  /** Does it have the same address as the current session? */
  isHere: boolean;
  /** Called with the device's name. */
  onEnd: (device: string) => Promise<void>;
}

/** One session: device, address and time. */
export function SessionRow({ session, isHere, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const deviceName = useDeviceName()(session.userAgent) ?? t("account.unknownDevice");
  const place = usePlaceName(placeOf(session.ipAddress), isHere);
  const { isCurrent, createdAt, lastUsedAt } = session;
  const end = useMutation({ mutationFn: () => onEnd(deviceName) });
  return (
    <li className={classes.row}>
      <DeviceIcon userAgent={session.userAgent ?? ""} />
      <div className={classes.what}>
        <span className={classes.device}>
          {deviceName} {isCurrent && <Pill kind="accent">{t("account.thisOne")}</Pill>}
        </span>
        <span className={classes.facts}>
          <span>{place}</span>
          <Instant iso={createdAt}>{t("account.signedIn", { date: format.dateTime(createdAt) })}</Instant>
          {isCurrent ? (
            <span>{t("account.usedNow")}</span>
          ) : (
            <Instant iso={lastUsedAt}>{t("account.lastUsed", { age: format.day(lastUsedAt, Date.now()) })}</Instant>
          )}
        </span>
      </div>
      {!isCurrent && (
        <Button
          size="compact-sm"
          loading={end.isPending}
          aria-label={t("account.revokeNamed", { device: deviceName, place })}
          onClick={() => end.mutate()}
        >
          {t("account.revoke")}
        </Button>
      )}
    </li>
  );
}

const MOBILE_SYSTEMS = ["iPhone", "iPad", "Android"];

/** Programs without a system run in a terminal or on a server. */
function DeviceIcon({ userAgent }: { userAgent: string }) {
  const { program, system } = readUserAgent(userAgent);
  const isMobile = MOBILE_SYSTEMS.includes(system ?? "");
  const Icon = isMobile ? IconDeviceMobile : program && !system ? IconTerminal2 : IconDeviceDesktop;
  return <Icon size={22} stroke={1.5} aria-hidden="true" className={classes.icon} />;
}

function usePlaceName(place: Place, isHere: boolean): string {
  const { t } = useTranslation();
  if (typeof place === "object") return place.address;
  // The address of the server's machine. It is this machine only if the current session has it, too.
  if (place === "loopback") return t(isHere ? "account.places.computer" : "account.places.server");
  return t(`account.places.${place}`);
}

/** The address of a session, or a word for special addresses. */
type Place = "loopback" | "network" | "unknown" | { address: string };

/**
 * The server stores the first half of an IPv6 address in full form: eight groups of four digits, the last four groups 0. Loopback is all
 * zeros then.
 */
export function placeOf(ipAddress: string | null | undefined): Place {
  if (!ipAddress || ipAddress === "unknown") return "unknown";
  if (/^127\./.test(ipAddress) || /^[0:]*1?$/.test(ipAddress)) return "loopback";
  if (/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(ipAddress)) return "network";
  // Unique local and link-local.
  if (/^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(ipAddress)) return "network";
  return { address: shortAddress(ipAddress) };
}

/** `2001:0db8:0000:0001:0000:0000:0000:0000` is written `2001:db8:0:1::`. */
function shortAddress(ipAddress: string): string {
  if (!ipAddress.includes(":")) return ipAddress;
  const groups = ipAddress.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
  return groups.join(":").replace(/(:0)+$/, "::");
}
