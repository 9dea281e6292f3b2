import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './run-by-node.ts'

/** Needs no image registry, overlay filesystem or cgroup controllers on the machine that runs this. */
const PODMAN = ['podman', '--storage-driver=vfs', '--runtime=/usr/sbin/runc']
const CGROUPS = '--cgroup-manager=cgroupfs'
const FOLDER = '/var/tmp/bis-machines'
/** A plain Debian as debootstrap makes it; made once. */
export const PLAIN_DEBIAN = join(FOLDER, 'trixie')
const ROOTS = '/etc/ssl/certs/ca-certificates.crt'
const BOOT_MS = 60_000
const INSTALL = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq'

/** Runs a command on this machine to its end; returns its output, and throws with it on failure. */
async function run(words: readonly string[], input?: string): Promise<string> {
  const [program = '', ...more] = words
  const child = spawn(program, more, { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] })
  let [printed, all] = ['', '']
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
    all += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => (all += part.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${all.slice(-3000)}`)
  return printed.trim()
}

/** The files of this tree that git tracks or would track, in their current state. */
const TREE = 'git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null'

async function plainDebian(): Promise<void> {
  if (existsSync(PLAIN_DEBIAN)) return
  mkdirSync(FOLDER, { recursive: true })
  const half = `${PLAIN_DEBIAN}.half`
  rmSync(half, { recursive: true, force: true })
  await run(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'trixie', half])
  // This machine's root certificates: its route to the registries may need one of its own.
  if (existsSync(ROOTS)) {
    copyFileSync(ROOTS, join(half, ROOTS))
    writeFileSync(join(half, 'etc/npmrc'), `cafile=${ROOTS}\n`)
  }
  await run(['chroot', half, 'sh', '-c', 'apt-get clean && rm -rf /var/lib/apt/lists/*'])
  renameSync(half, PLAIN_DEBIAN)
}

/**
 * A Debian with its own systemd, network and files and nothing but what debootstrap installed; podman only contains it.
 */
export async function debianMachine(name: string) {
  await plainDebian()
  const [id, root] = [`bis-${name}`, join(FOLDER, name)]
  const podman = (...words: string[]) => run([...PODMAN, CGROUPS, ...words])
  const remove = async () => {
    await podman('rm', '--force', '--time', '10', '--ignore', id)
    rmSync(root, { recursive: true, force: true })
  }
  await remove()
  await run(['cp', '-a', PLAIN_DEBIAN, root])
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  await run(['chroot', root, 'sh', '-c', `apt-get update -qq && ${INSTALL} systemd-sysv dbus`])
  // Answers yes, as a person would.
  writeFileSync(join(root, 'etc/apt/apt.conf.d/99yes'), 'APT::Get::Assume-Yes "true";\n')
  writeFileSync(
    join(root, 'up'),
    '#!/bin/sh\numount -R /sys/fs/cgroup\nmount -t cgroup2 cgroup2 /sys/fs/cgroup\nexec /sbin/init\n',
    { mode: 0o755 },
  )
  const limits = ['--cgroups=no-conmon', '--cgroupns=private', '--ulimit=nproc=10000:10000']
  const files = await run(['sh', '-c', 'ulimit -Hn'])
  limits.push(`--ulimit=nofile=${files}:${files}`)
  const own = [
    '--tmpfs=/run',
    '--tmpfs=/tmp:exec',
    '--env=container=podman',
    '--env=DEBIAN_FRONTEND=noninteractive',
  ]
  const boot = ['--stop-signal=RTMIN+3', '--hostname', name, '--rootfs', root, '/up']
  await podman('run', '--detach', '--name', id, '--privileged', ...limits, ...own, ...boot)

  /** Runs what a person would type into a root shell. */
  const sh = (script: string, input?: string) =>
    run([...PODMAN, CGROUPS, 'exec', '-i', id, 'sh', '-ec', script], input)
  const began = performance.now()
  for (;;) {
    const state = await sh('systemctl is-system-running || true').catch(() => '')
    if (state === 'running' || state === 'degraded') break
    if (performance.now() - began > BOOT_MS) throw new Error(`systemd does not get up: ${state}`)
    await sleep(200)
  }
  const format = '{{.NetworkSettings.IPAddress}}'
  return {
    root,
    sh,
    remove,
    address: await podman('inspect', '--format', format, id),
    gateway: await podman('inspect', '--format', '{{.NetworkSettings.Gateway}}', id),
    /** Pipes the output of a command on the host into a command in the container. */
    feed: (from: string, into: string) =>
      run(['sh', '-ec', `${from} | ${[...PODMAN, CGROUPS].join(' ')} exec -i ${id} ${into}`]),
    install: (packages: string) => sh(`${INSTALL} ${packages}`),
    write(path: string, text: string): void {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    /** Copies the sources of this tree, without what git ignores. */
    async copyTree(to: string): Promise<void> {
      mkdirSync(join(root, to), { recursive: true })
      await run(['sh', '-ec', `${TREE} | tar -cf - -T - | tar -xf - -C '${join(root, to)}'`])
    },
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
  }
}

/** Returns the commands of the docs/operations.md block that contains `part`, with the words in capitals replaced as a person would. */
export function commandsOf(part: string, filled: Readonly<Record<string, string>>): string[] {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/gu)].map(([, text = '']) => text)
  const block = blocks.find((text) => text.includes(part))
  if (block === undefined) throw new Error(`docs/operations.md has no commands with ${part}`)
  const text = block
    .replaceAll(/\\\n/gu, '')
    .replaceAll(/\b[A-Z]{4,}\b/gu, (word) => filled[word] ?? word)
  return text.split('\n').filter((line) => line !== '')
}

/** Returns a file of variables with these values set: existing lines are replaced, missing ones appended. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  let whole = text
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^#?${name}=.*$`, 'mu')
    whole = line.test(whole)
      ? whole.replace(line, () => `${name}=${value}`)
      : `${whole}${name}=${value}\n`
  }
  return whole
}

export type DebianMachine = Awaited<ReturnType<typeof debianMachine>>
