# One image a role: gateway, frontier, results or admin. Each has the `orbweaver` command as well.
#   docker build -f docker/service.Dockerfile --build-arg SERVICE=gateway -t orbweaver/gateway .

FROM node:24-bookworm-slim AS build
ARG SERVICE
WORKDIR /app
ENV CI=true
# The lockfile alone decides what is downloaded, so this layer outlives changes of the code.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
RUN npx --yes "$(node -p "require('./package.json').packageManager")" fetch
COPY . .
RUN npx --yes "$(node -p "require('./package.json').packageManager")" install --offline --frozen-lockfile \
  && node libs/persistence/scripts/generate-client.mjs \
  && npx tsc -b "apps/${SERVICE}" apps/admin
# Optional packages are the embedded Postgres and a browser from npm: neither is used in an image.
RUN find . -name node_modules -prune -exec rm -rf {} + \
  && npx --yes "$(node -p "require('./package.json').packageManager")" install --offline --frozen-lockfile \
    --prod --no-optional --filter "@orbweaver/${SERVICE}..." --filter "@orbweaver/admin..." \
  && find apps -mindepth 1 -maxdepth 1 -not -name "${SERVICE}" -not -name admin -exec rm -rf {} + \
  && find apps libs \( -name src -o -name test \) -not -path '*/node_modules/*' -prune -exec rm -rf {} +

FROM node:24-bookworm-slim
ARG SERVICE
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
COPY --from=build --chown=root:root /app /app
RUN ln -s /app/apps/admin/bin/orbweaver.cjs /usr/local/bin/orbweaver
WORKDIR /app/apps/${SERVICE}
# As a number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3002
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Orbweaver ${SERVICE}" \
  org.opencontainers.image.description="A web scrape, batch scrape and crawl service that you run yourself" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps", "dist/main.js"]
