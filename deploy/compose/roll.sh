#!/bin/sh
# Puts a new version in place of the running one without a visitor noticing: new processes first, and
# when they are ready the old ones go, one after another. Set BIS_VERSION in .env to a new name before;
# --same starts the version that runs with other settings of .env.
set -eu
cd "$(dirname "$0")"
compose() { docker compose "$@"; }

old=$(compose ps -q app)
count=$(printf '%s\n' "$old" | grep -c . || true)
# What runs under a name goes back to under the same name: it is built once.
image=$(compose config --images app | grep '^bis:' | head -n 1)
built=
if id=$(docker image inspect -f '{{.Id}}' "$image" 2>/dev/null); then
  if [ "$count" -gt 0 ] && [ "${1:-}" != --same ] && ! docker inspect -f '{{.Image}}' $old | grep -qvxF "$id"; then
    echo "$image runs already, and is not built anew: give the new version another BIS_VERSION in .env, or roll new settings with --same." >&2
    exit 1
  fi
  echo "$image is there already: it is not built anew"
else
  compose build app
  built=$image
fi
# What this run built and could not start would be taken for that version the next time.
fail() {
  for id in $(compose ps -aq app); do
    printf '%s\n' "$old" | grep -q "$id" || docker rm -f "$id"
  done
  [ -z "$built" ] || docker image rm "$built" || true
  exit 1
}
trap fail INT TERM
compose run --rm -T migrate || fail
[ "$count" -gt 0 ] || exec docker compose up -d --wait

echo "Starting $count new processes beside $count old ones"
if ! compose up -d --no-deps --no-recreate --wait --wait-timeout 120 --scale "app=$((count * 2))" app; then
  echo 'The new version does not get ready: it is taken away, and the old one goes on.' >&2
  fail
fi
trap - INT TERM

for id in $old; do
  echo "Stopping $id"
  docker stop -t 30 "$id" >/dev/null
  docker rm "$id" >/dev/null
  # Its listeners come back spread over some seconds: the next one waits for them.
  sleep 10
done
compose up -d --no-deps --no-recreate --scale "app=$count" app
compose up -d --no-deps backup
