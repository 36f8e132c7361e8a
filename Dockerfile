# The image of Queenbook. One stage builds the service; the final stage contains only the files that it needs to run.
#   docker build -t queenbook .
#   docker run -p 4000:4000 -v queenbook:/data queenbook    (embedded database; for PostgreSQL, see compose.yaml)
ARG NODE=node:24-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npx tsc --build && npx vite build -c src/web/vite.config.ts --logLevel warn && node scripts/make-cluster.js

FROM ${NODE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/src/demo/*.csv src/demo/
COPY package.json ./
# All files of the program belong to root, so the service can only write to its data folder.
RUN install -d -o node -g node -m 700 /data \
  && printf '#!/bin/sh\nexec node /app/dist/src/cli.js "$@"\n' > /usr/local/bin/queenbook \
  && chmod 755 /usr/local/bin/queenbook
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
