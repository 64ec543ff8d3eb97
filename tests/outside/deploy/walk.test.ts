import { test } from "vitest";
import { walkDocument } from "./harness/debian.ts";
import type { Visits } from "./harness/walk-script.ts";

const CADDY_ROOT = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";

const VISITS: Visits = {
  "4. Settings and secrets": ["if runuser -u callwright -- cat /etc/callwright/callwright.env; then exit 1; fi"],
  "6. TLS": [
    `for try in $(seq 60); do if test -e ${CADDY_ROOT}; then break; fi; sleep 1; done
cat /walk/authorities.pem ${CADDY_ROOT} > /walk/trusted.pem
export CURL_CA_BUNDLE=/walk/trusted.pem NODE_EXTRA_CA_CERTS=/walk/trusted.pem`,
  ],
  "7. The service": [
    `systemd-analyze verify /etc/systemd/system/callwright.service /etc/systemd/system/callwright-backup.timer
nft list chain inet callwright input
node /walk/visit.mjs sign-up`,
  ],
  "9. Backups": [
    `node /walk/visit.mjs return
test "$(ls /var/backups/callwright | wc --lines)" = 1
if ls -d /var/tmp/callwright-rehearsal.*; then exit 1; fi
callwright-run npm run password -- ada@example.com
# The release that follows.
git clone --quiet "$REPOSITORY" /walk/next
node /walk/next-release.mjs /walk/next
git -C /walk/next add .
git -C /walk/next -c user.name=walk -c user.email=walk@example.com commit --quiet --message "Add a table"
git -C /walk/next push --quiet`,
  ],
  "10. Upgrade": [
    "",
    "",
    `node /walk/visit.mjs return
test "$(readlink /opt/callwright/current)" = "$RELEASE"
test "$(cat /opt/callwright/previous)" != "$RELEASE"
test "$(ls /var/backups/callwright | wc --lines)" = 2`,
  ],
  "11. Roll back": [
    // The previous release refuses the tables of the next one.
    `for try in $(seq 60); do if grep "newer release of Callwright" /var/log/callwright.service.log; then break; fi; sleep 1; done
grep "newer release of Callwright" /var/log/callwright.service.log`,
    `test "$(readlink /opt/callwright/current)" != "$RELEASE"
node /walk/visit.mjs return
systemctl stop callwright
systemctl stop caddy
# The same programs as in containers.
nsenter --net=/walk/network apt-get install --yes --no-install-recommends coturn
node /walk/compose.mjs`,
  ],
};

test.skipIf(process.getuid?.() !== 0)("docs/deploy.md leads from a bare Debian 12 to a server, an upgrade and back", () =>
  walkDocument({ document: "deploy.md", visits: VISITS }),
);
