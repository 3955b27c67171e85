# The sandbox as a container: docker build -t tiers-sandbox .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run compile \
 && npm prune --omit=dev \
 && npm install --no-save --save-prod --omit=dev pg \
 && node -e 'require("pg")' \
 && mkdir data

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4600 \
    SANDBOX_LOG_FORMAT=json
WORKDIR /app
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/seeds seeds
COPY --from=build /build/package.json /build/llms.txt /build/llms-full.txt ./
COPY --from=build /build/dist dist
# A new volume takes over the owner of the folder.
COPY --from=build --chown=1000:1000 /build/data /data
USER 1000:1000
VOLUME /data
WORKDIR /data
EXPOSE 4600
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=2m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/main.js"]
