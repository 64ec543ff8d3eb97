import { type SipConfigOptions, TRUNK_PORTS } from "./sip-config-options.ts";

/** The system user of the three programs, and the group that may read their files. */
export const SIP_SERVICE_USER = "callwright-sip";

/** What `sip:doctor` reads. It contains no secret. */
export interface SipFolder {
  publicAddress: string;
  localAddress: string;
  sipPort: number;
  trunkPorts: readonly [first: number, last: number];
  rtpengine: string | undefined;
}

/** Units of systemd, what the firewall must let in, a script that installs the units, and the settings for `sip:doctor`, by their path below the folder. */
export function sipServiceFiles(options: SipConfigOptions): Record<string, string> {
  const { folder, rtpengine, publicAddress, localAddress = publicAddress, sipPort = 5060 } = options;
  const { trunkPorts = TRUNK_PORTS } = options;
  const programs = [
    ...(rtpengine === undefined ? [] : [rtpengineUnit(folder)]),
    kamailioUnit(options),
    unit("janus", "Janus, which connects the sound with the call hosts", `/usr/bin/janus -F ${folder}/janus`),
  ];
  const settings: SipFolder = { publicAddress, localAddress, sipPort, trunkPorts, rtpengine };
  return {
    ...Object.fromEntries(programs.map(({ name, text }) => [`systemd/${name}.service`, text])),
    "nftables.nft": firewall(options),
    "install.sh": installScript(
      folder,
      programs.map(({ name }) => name),
    ),
    "sip.json": `${JSON.stringify(settings, null, 2)}\n`,
  };
}

/** Own names: masking Debian's units must not mask these. */
const unit = (program: string, description: string, command: string, more: readonly string[] = []) => ({
  name: `callwright-${program}`,
  text: `# Made by Callwright. Change it with \`systemctl edit callwright-${program}\`, so that sip:config can write this file again.
[Unit]
Description=Callwright: ${description}
After=network-online.target
Wants=network-online.target

[Service]
User=${SIP_SERVICE_USER}
ExecStart=${command}
RuntimeDirectory=callwright-${program}
Restart=always
RestartSec=1
LimitNOFILE=65536
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=full
${more.map((line) => `${line}\n`).join("")}
[Install]
WantedBy=multi-user.target
`,
});

const rtpengineUnit = (folder: string) =>
  unit(
    "rtpengine",
    "rtpengine, which relays the sound of trunks",
    `/usr/bin/rtpengine --config-file=${folder}/rtpengine/rtpengine.conf --foreground --log-stderr --no-log-timestamps --pidfile=/run/callwright-rtpengine/rtpengine.pid`,
  );

function kamailioUnit({ folder, sipPort = 5060, tls }: SipConfigOptions) {
  const needsRoot = sipPort < 1_024 || (tls?.port ?? 5061) < 1_024;
  return unit(
    "kamailio",
    "Kamailio, the SIP address of this machine",
    `/usr/sbin/kamailio -DD -E -m 64 -M 8 -Y /run/callwright-kamailio -f ${folder}/kamailio/kamailio.cfg`,
    needsRoot ? ["AmbientCapabilities=CAP_NET_BIND_SERVICE"] : [],
  );
}

/** Rules for the table of docs/deploy.md. */
function firewall({ sipPort = 5060, trunkPorts: [first, last] = TRUNK_PORTS, tls, allowed }: SipConfigOptions): string {
  const from = allowed && allowed.length > 0 ? `ip saddr { ${allowed.join(", ")} } ` : "";
  const rules = [
    `${from}udp dport ${sipPort} accept`,
    `${from}tcp dport ${sipPort} accept`,
    ...(tls ? [`${from}tcp dport ${tls.port ?? 5061} accept`] : []),
    "# The sound comes from other addresses of a trunk, too.",
    `udp dport ${first}-${last} accept`,
  ];
  return `# Made by Callwright. What trunks must reach. With the firewall of docs/deploy.md, write at the end of /etc/nftables.conf:
#   include "<this folder>/nftables.nft"
table inet callwright {
	chain input {
${rules.map((rule) => `\t\t${rule}`).join("\n")}
	}
}
`;
}

function installScript(folder: string, units: readonly string[]): string {
  const names = units.join(" ");
  return `#!/bin/sh
# Made by Callwright. As root: makes the programs services of systemd, and starts them again. Run it after each sip:config.
set -eu
if ! getent passwd ${SIP_SERVICE_USER} > /dev/null; then
  useradd --system --no-create-home --home-dir / --shell /usr/sbin/nologin ${SIP_SERVICE_USER}
fi
chown --recursive root:${SIP_SERVICE_USER} ${folder}
find ${folder} -type d -exec chmod 750 {} +
find ${folder} -type f -exec chmod 640 {} +
if ! setpriv --reuid ${SIP_SERVICE_USER} --regid ${SIP_SERVICE_USER} --clear-groups test -r ${folder}/kamailio/kamailio.cfg; then
  echo "The user ${SIP_SERVICE_USER} cannot reach ${folder}. Run sip:config with --folder /etc/callwright-sip." >&2
  exit 1
fi
/usr/sbin/kamailio -c -f ${folder}/kamailio/kamailio.cfg > /dev/null
install --mode=644 ${folder}/systemd/*.service /etc/systemd/system/
systemctl daemon-reload
systemctl enable ${names}
systemctl restart ${names}
echo "Started: ${names}. Check them with npm run sip:doctor."
`;
}
