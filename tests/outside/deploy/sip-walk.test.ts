import { test } from "vitest";
import { walkDocument } from "./harness/debian.ts";
import type { Visits } from "./harness/walk-script.ts";

/** From the clone to the end of the first call. */
const LIMIT_SECONDS = 300;

const VISITS: Visits = {
  "1. Programs": [
    // Janus finds no candidate in a network of 127.0.0.1 alone.
    `ip link add eth0 type veth peer name router
ip address add 192.0.2.1/24 dev eth0
ip address add 192.0.2.2/24 dev eth0
ip link set eth0 up
ip link set router up
nsenter --net=/walk/network apt-get install --yes --no-install-recommends ca-certificates git openssl sip-tester
useradd --system --create-home --home-dir /srv/callwright --shell /usr/sbin/nologin callwright
as() { runuser -u callwright -- env HOME=/srv/callwright "$@"; }
date +%s > /walk/started
cd /srv/callwright
git clone --quiet "$REPOSITORY" app
chown --recursive callwright: app
cd app
nsenter --net=/walk/network runuser -u callwright -- env HOME=/srv/callwright npm ci
as npm run build`,
  ],
  "3. Services": [
    `test "$(stat --format %a:%U:%G /etc/callwright-sip/kamailio/kamailio.cfg)" = 640:root:callwright-sip
if as cat /etc/callwright-sip/kamailio/kamailio.cfg; then exit 1; fi
as env ALLOW_PRIVATE_ADDRESSES=true PORT=3000 DATA_DIR=/srv/callwright/data npm start > /walk/server.log 2>&1 &
for try in $(seq 300); do if node -e 'fetch("http://127.0.0.1:3000/health").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; then break; fi; sleep 0.5; done
node /walk/first-call.mjs || { cat /walk/server.log; exit 1; }
taken=$(( $(date +%s) - $(cat /walk/started) ))
echo "The first call has ended after $taken s."
test "$taken" -lt ${LIMIT_SECONDS}
# The telephone was a program that has ended, which is all that is wrong with the line.
if DATA_DIR=/srv/callwright/data ALLOW_PRIVATE_ADDRESSES=true npm run sip:doctor -- --folder /etc/callwright-sip > /walk/doctor; then exit 1; fi
cat /walk/doctor
test "$(grep --count ^problem /walk/doctor)" = 1
grep "^problem  Trunk 192.0.2.2:5060: It does not answer OPTIONS" /walk/doctor`,
  ],
};

test.skipIf(process.getuid?.() !== 0)("docs/sip.md leads from a clone to an answered call within five minutes", () =>
  walkDocument({ document: "sip.md", visits: VISITS, settings: { PUBLIC_ADDRESS: "192.0.2.1" } }),
);
