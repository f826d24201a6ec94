# Image of gateway, frontier, results and the orbweaver command, selected by the first argument.
#   docker build -f docker/service.Dockerfile -t orbweaver/service .
#   docker run orbweaver/service gateway
#   docker run orbweaver/service admin key list

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
  && npx tsc -b apps/service
# Run-time files of the roles and their list (SBOM).
RUN node libs/tooling/scripts/deploy-app.mjs service /deploy

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
# The command of operators.
RUN ln -s /app/node_modules/@orbweaver/admin/bin/orbweaver.cjs /usr/local/bin/orbweaver
ENV NODE_ENV=production
COPY --from=build --chown=root:root /deploy /app
WORKDIR /app
# A number, so that Kubernetes can verify runAsNonRoot.
USER 1000:1000
EXPOSE 3002
# For container engines; Kubernetes uses probes.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT || 3002) + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Orbweaver service" \
  org.opencontainers.image.description="A web scrape, batch scrape and crawl service that you run yourself" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps", "dist/main.js"]
