# Image of all services in one process, with its own Postgres and a browser, for a first try and for one machine.
#   docker build -f docker/standalone.Dockerfile -t orbweaver/standalone .
#   docker run -p 3002:3002 -v orbweaver:/data orbweaver/standalone

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /build
ENV CI=true
# Depends on the lockfile only, so that changes of the code do not invalidate this layer.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
RUN npx --yes "$(node -p "require('./package.json').packageManager")" fetch
COPY . .
RUN npx --yes "$(node -p "require('./package.json').packageManager")" install --offline --frozen-lockfile \
  && node libs/persistence/scripts/generate-client.mjs \
  && npm run --prefix apps/console build \
  && npx tsc -b apps/standalone
# Run-time files of the app and their list (SBOM).
RUN node libs/tooling/scripts/deploy-app.mjs standalone /deploy

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# The headless shell of Debian gets security updates and needs half the memory of the full browser.
# The fonts cover the scripts of the web in screenshots.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    chromium-headless-shell \
    fonts-liberation \
    fonts-noto-cjk \
    fonts-noto-color-emoji \
    fonts-noto-core \
    tini \
  && rm -rf /var/lib/apt/lists/*
# Not the shell script in /usr/bin: a killed script leaves its browser running.
ENV NODE_ENV=production \
  CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell \
  HOME=/tmp \
  DATA_DIR=/data
COPY --from=build --chown=root:root /deploy /app
WORKDIR /app
# A new volume gets the owner of the folder.
RUN install -d -o 1000 -g 1000 -m 0700 /data
VOLUME /data
# A number, so that Kubernetes can verify runAsNonRoot.
USER 1000:1000
EXPOSE 3002
# For container engines; Kubernetes uses probes.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT || 3002) + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Orbweaver" \
  org.opencontainers.image.description="A web scrape, batch scrape and crawl service that you run yourself" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# tini reaps orphaned processes of killed browsers.
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps", "dist/main.js"]
