import { PLAIN_DEBIAN } from './debian-machine.ts'
import type { DebianMachine } from './debian-machine.ts'

const INSTALLED = (packages: string) =>
  `RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages} && rm -rf /var/lib/apt/lists/*`

/** Entry point of the PostgreSQL image: creates a cluster, a role and its database once. */
const POSTGRES_START = `#!/bin/sh
set -eu
PATH=/usr/lib/postgresql/17/bin:$PATH PGDATA=/var/lib/postgresql/data
export PATH PGDATA
if [ "$(id -u)" = 0 ]; then
  chown postgres /var/lib/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/password $POSTGRES_INITDB_ARGS
  rm /tmp/password
  sed -i 's/^local .*/local all all trust/' "$PGDATA/pg_hba.conf"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o '-c listen_addresses=' start
  createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w stop
fi
exec "$@" -c 'listen_addresses=*'
`

const GARAGE_START = `#!/usr/bin/env node
const S3rver = require('/s3/node_modules/s3rver')
const { GARAGE_DEFAULT_BUCKET: name } = process.env
const options = { port: 3900, address: '0.0.0.0', silent: true, directory: '/var/lib/garage' }
// Otherwise the name of the service is taken for a bucket.
void new S3rver({ ...options, vhostBuckets: false, configureBuckets: [{ name }] }).run()
process.on('SIGTERM', () => process.exit(0))
`

/** The images that the compose file and the Containerfile name, each built from Debian; the storage is the tests' own. */
const IMAGES: Record<string, readonly string[]> = {
  'node:26-trixie-slim': [
    'FROM debian:trixie-slim',
    INSTALLED('nodejs npm libatomic1'),
    'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
  ],
  'postgres:18': [
    'FROM debian:trixie-slim',
    INSTALLED('postgresql'),
    'RUN rm -rf /var/lib/postgresql/*',
    'ENV PATH=/usr/lib/postgresql/17/bin:$PATH',
    `COPY --chmod=755 <<"END" /start\n${POSTGRES_START}END`,
    'VOLUME /var/lib/postgresql',
    'ENTRYPOINT ["/start"]',
  ],
  'valkey/valkey:9': [
    'FROM debian:trixie-slim',
    INSTALLED('redis-server'),
    'RUN ln -s redis-server /usr/bin/valkey-server && ln -s redis-cli /usr/bin/valkey-cli',
    'WORKDIR /data',
  ],
  'caddy:2': [
    'FROM debian:trixie-slim',
    "RUN echo 'deb http://deb.debian.org/debian trixie-backports main' > /etc/apt/sources.list.d/backports.list",
    INSTALLED('-t trixie-backports caddy'),
    'ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config',
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ],
  'dxflrs/garage:v2.3.0': [
    'FROM node:26-trixie-slim',
    'RUN npm install --prefix /s3 s3rver@3.7.1',
    `COPY --chmod=755 <<"END" /garage\n${GARAGE_START}END`,
  ],
}

/** Installs Debian's Docker, with the images that it would pull from a registry built here. */
export async function installDocker(machine: DebianMachine): Promise<void> {
  await machine.install(
    '--no-install-recommends docker.io docker-cli docker-compose docker-buildx iptables',
  )
  await machine.feed(`tar -C ${PLAIN_DEBIAN} -c .`, 'docker import - debian:trixie-slim')
  for (const [tag, lines] of Object.entries(IMAGES))
    await machine.sh(`docker build -q -t ${tag} -`, `${lines.join('\n')}\n`)
}
