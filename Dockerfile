# Callwright on Debian slim. Build and run: docs/deploy.md#container
FROM node:22-bookworm-slim AS base
WORKDIR /app

# Everything that a build needs.
FROM base AS build
COPY . .
RUN npm ci && npm run build

# What the server needs to run, without development dependencies.
FROM base AS modules
# Add `optional` to leave out speech recognition on the server and its GPL library: --build-arg OMIT="dev optional".
# The embedded PostgreSQL is then missing, too, so DATABASE_URL is required.
ARG OMIT="dev"
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY packages/contract/package.json packages/contract/
COPY packages/engine/package.json packages/engine/
COPY packages/realtime/package.json packages/realtime/
COPY packages/rules-model/package.json packages/rules-model/
RUN for kind in $OMIT; do omit="$omit --omit=$kind"; done \
  && npm ci $omit --workspace apps/server \
  && npm cache clean --force

FROM base
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=modules /app ./
COPY --from=build /app/packages/contract/dist packages/contract/dist
COPY --from=build /app/packages/engine/dist packages/engine/dist
COPY packages/engine/models packages/engine/models
COPY --from=build /app/packages/realtime/dist packages/realtime/dist
COPY --from=build /app/packages/rules-model/dist packages/rules-model/dist
COPY --from=build /app/packages/widget/dist packages/widget/dist
COPY --from=build /app/packages/vapi-web/dist packages/vapi-web/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/dist/packages dist/packages
COPY --from=build /app/apps/server/dist apps/server/dist
COPY apps/server/drizzle apps/server/drizzle
COPY apps/server/src/modules/org/seed apps/server/src/modules/org/seed
COPY docs/third-party-licences.md LICENSE ./
# For `npm run doctor`, `npm run backup` and `npm run restore`.
COPY scripts/server-program.mjs scripts/node-version.mjs scripts/workspaces.mjs scripts/
RUN install --directory --owner=node --group=node --mode=700 /data /data/blobs
USER node
VOLUME /data
EXPOSE 3000
# SIGTERM drains the node (DRAIN_SECONDS). Give the container 30 s more before it is killed.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/server/dist/main.js"]
