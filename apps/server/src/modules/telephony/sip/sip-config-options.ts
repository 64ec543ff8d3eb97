import type { SipConfig } from "./sip-gateway.ts";

export interface SipConfigOptions extends Omit<SipConfig, "gateways"> {
  /** Folder of the files. Kamailio and Janus read them there. */
  folder: string;
  /** The address that trunks know, and the one that this machine has, where they differ. */
  publicAddress: string;
  localAddress?: string;
  /** UDP and TCP. Default 5060. */
  sipPort?: number;
  /** UDP ports of the sound to trunks, inclusive. Default 21000 to 21999. */
  trunkPorts?: readonly [first: number, last: number];
  /** UDP ports of Janus towards rtpengine, on this machine alone, inclusive. Default 22000 to 22999. Not used without rtpengine. */
  janusPorts?: readonly [first: number, last: number];
  /** UDP ports of the sound to call hosts of this machine, inclusive. */
  hostPorts?: readonly [first: number, last: number];
  /** Addresses of trunks (IPv4, with or without a prefix length). Calls from others are not answered at all. Absent: this server decides. */
  allowed?: readonly string[] | undefined;
  /** Processes of Kamailio for Janus' socket and for TCP. One process reads what comes by UDP, so that it stays in its order. Default 4. */
  workers?: number;
  /** Absent: no SIP over TLS. */
  tls?: SipTlsOptions | undefined;
  /** The folder of Debian's libraries, such as /usr/lib/x86_64-linux-gnu. */
  libraries: string;
}

/** Files are in the form of PEM. */
export interface SipTlsOptions {
  /** Default 5061. */
  port?: number;
  /** Certificate, with its chain, of the name that trunks call, and its key. */
  certificate: string;
  key: string;
  /** Certificates of the authorities that may sign a trunk's certificate. Default: those that Debian trusts. */
  authorities?: string;
}

export const TRUNK_PORTS = [21_000, 21_999] as const;
