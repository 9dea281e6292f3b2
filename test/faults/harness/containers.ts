import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './run-by-node.ts'

/** On a plain machine there is no registry of images, no overlay of file systems and no network of containers. */
const STORAGE = ['--storage-driver', 'vfs']
const RUNTIME = ['--runtime', '/usr/sbin/runc', '--cgroup-manager', 'cgroupfs']
const BASE = 'localhost/bis-base'
const ROOTS = '/etc/ssl/certs/ca-certificates.crt'
const READY_MS = 120_000

/** Runs a program to its end and gives what it printed; throws with the end of that where it failed. */
async function run(program: string, ...words: string[]): Promise<string> {
  const child = spawn(program, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let all = ''
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
    all += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    all += part.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0)
    throw new Error(`${program} ${words.join(' ')} ended with ${code}: ${all.slice(-3000)}`)
  return printed.trim()
}

const podman = (...words: string[]) => run('podman', ...STORAGE, ...words)

/** A base of Debian's own packages, with its Node and npm, that trusts the roots of this machine; made once. */
export async function baseImage(): Promise<string> {
  const known = await podman('images', '--quiet', BASE)
  if (known !== '') return BASE
  const folder = mkdtempSync(join(tmpdir(), 'bis-base-'))
  try {
    const [root, archive] = [join(folder, 'root'), join(folder, 'base.tar')]
    await run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'trixie', root)
    copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
    const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
    // By itself debootstrap leaves out what is needed by alternatives.
    await run('chroot', root, ...install, 'nodejs', 'npm', 'libatomic1')
    if (existsSync(ROOTS)) copyFileSync(ROOTS, join(root, ROOTS))
    await run('tar', '-C', root, '-cf', archive, '.')
    await podman('import', '--change', `ENV NODE_EXTRA_CA_CERTS=${ROOTS}`, archive, BASE)
    return BASE
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds the image of this tree as deploy/Containerfile says; gives its size in bytes. */
export async function buildImage(tag: string, version: string): Promise<number> {
  const base = await baseImage()
  const label = `--label=version=${version}`
  const file = ['-f', 'deploy/Containerfile', '--build-arg', `BASE=${base}`, label]
  await run('buildah', ...STORAGE, 'bud', '--isolation', 'chroot', '-t', tag, ...file, '.')
  return Number(await podman('image', 'inspect', '--format', '{{.Size}}', tag))
}

const LIMITS = [
  '--cgroups=no-conmon',
  '--ulimit',
  'nofile=4096:4096',
  '--ulimit',
  'nproc=1000:1000',
]

function inContainer(env: Readonly<Record<string, string>>): string[] {
  // As in deploy/compose/compose.yaml.
  const locked = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL']
  const data = ['--tmpfs', '/data:mode=0777', '--security-opt', 'no-new-privileges']
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  return [...RUNTIME, 'run', '--network=host', ...LIMITS, ...locked, ...data, ...variables]
}

/** A process of the image on a port of its own; ready when this is done. */
export async function startContainer(image: string, port: number, env: Record<string, string>) {
  const began = performance.now()
  const own = { ...env, HOST: '127.0.0.1', PORT: String(port) }
  const id = await podman(...inContainer(own), '--detach', image)
  const url = `http://127.0.0.1:${port}`
  const logs = () => run('podman', ...STORAGE, 'logs', id).catch(() => '')
  for (;;) {
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.status === 200) break
    if (performance.now() - began > READY_MS)
      throw new Error(`the container is not ready: ${(await logs()).slice(-3000)}`)
    await sleep(50)
  }
  return {
    url,
    readyMs: performance.now() - began,
    /** As `docker stop` does; gives how the process ended. */
    async stop(): Promise<number> {
      await podman(...RUNTIME, 'stop', '--time', '30', id)
      const code = Number(await podman('inspect', '--format', '{{.State.ExitCode}}', id))
      await podman(...RUNTIME, 'rm', '--force', id)
      return code
    },
  }
}

/** One of the commands of the image; `volume`: a folder of this machine, at /backups. */
export async function runInImage(
  image: string,
  env: Record<string, string>,
  volume: string,
  ...words: string[]
): Promise<string> {
  const mount = ['--volume', `${volume}:/backups`, '--user', '0']
  return podman(...inContainer(env), '--rm', ...mount, image, 'node', ...words)
}
