// Runs before every npm script, on any Node from 20 on: installs, builds and finds what that script
// needs, and does nothing twice. Plain JavaScript, because the machine's own Node runs it.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** start: what runs, and its pages; run: what runs; check: all packages; test: those, pages and a browser; bench: those of the benches too; faults: all of it. */
const goal = process.argv[2] ?? 'start'
const runs = goal === 'start' || goal === 'run'
/** The Node that is fetched where the machine's own is of an older line. */
const NODE = '26.10.0'
const BIN = join(root, 'node_modules/.bin')
/** As in test/support/browsers/browser.ts. */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

function fail(sentence) {
  process.stderr.write(`\n${sentence}\n\n`)
  process.exit(1)
}

function works(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${BIN}:${process.env.PATH}` },
  })
  return !error && status === 0
}

function run(command, args, what) {
  if (!works(command, args)) fail(`${what} не удалось. Выше сказано почему.`)
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const names = readdirSync(path)
  return names.toSorted().flatMap((name) => filesUnder(join(path, name)))
}

/** One hash of everything under these paths: when it is the same, the work is done already. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesUnder(join(root, path))))
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function once(stamp, paths, work) {
  const file = join(root, stamp)
  const now = fingerprint(paths)
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, now)
}

const majorOf = (version) => Number(version.split('.')[0])

/** Puts a Node that the product runs on where the scripts of npm and the services of a machine look for it. */
function ownNode() {
  const PATH = process.env.PATH.split(':')
    .filter((folder) => !folder.endsWith('node_modules/.bin'))
    .join(':')
  const asked = ['-p', '[process.versions.node, process.execPath].join(" ")']
  const answer = spawnSync('node', asked, { env: { ...process.env, PATH }, encoding: 'utf8' })
  const [version = '0', path] = (answer.stdout ?? '').trim().split(' ')
  const file = join(BIN, 'node')
  rmSync(file, { force: true })
  mkdirSync(BIN, { recursive: true })
  if (majorOf(version) >= majorOf(NODE)) {
    symlinkSync(path, file)
    return
  }
  const { platform, arch } = process
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${platform}-${arch}`
  const folder = join(root, 'node_modules/.node')
  const into = ['--prefix', folder, '--no-save', '--no-package-lock', '--loglevel=error']
  run('npm', ['install', ...into, `${name}@${NODE}`], `Поставить Node ${NODE}`)
  renameSync(join(folder, 'node_modules', name, 'bin/node'), file)
  rmSync(folder, { recursive: true, force: true })
  // Node 26 is linked against it, and a minimal Debian has it not.
  if (spawnSync(file, ['--version'], { stdio: 'ignore' }).status !== 0)
    installed(
      'libatomic1',
      `Node ${NODE} не запускается: скорее всего, нет библиотеки libatomic1 (в Debian: apt-get install libatomic1).`,
    )
}

/** Installs what the goal needs, unless it is there: what runs is a part of all there is. */
function install() {
  const stamp = join(root, 'node_modules/.bis-installed')
  const lock = `${NODE} ${fingerprint(['package.json', 'package-lock.json', '.npmrc'])}`
  const there = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  const node = existsSync(join(BIN, 'node'))
  if (node && (there === `all ${lock}` || (runs && there === `run ${lock}`))) return
  process.stdout.write('Ставлю зависимости…\n')
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  const which = runs ? '--omit=dev' : '--include=dev'
  // An npm that reads the lock file another way still installs by it, only less strictly.
  if (!works('npm', ['ci', which, ...quietly]))
    run('npm', ['install', which, ...quietly], 'Установить зависимости')
  ownNode()
  writeFileSync(stamp, `${runs ? 'run' : 'all'} ${lock}`)
}

/** The benches measure against packages that nothing else needs. */
function installBench() {
  once('bench/node_modules/.bis-installed', ['bench/package.json', 'bench/package-lock.json'], () =>
    run(
      'npm',
      ['ci', '--prefix', 'bench', '--no-audit', '--no-fund', '--loglevel=error'],
      'Поставить пакеты замеров',
    ),
  )
}

function build() {
  const sources = [
    'web',
    'contract',
    'domain',
    'packages',
    'vite.config.ts',
    'scripts/first-load.ts',
    'scripts/compress-assets.ts',
    'react-router.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ]
  once('build/.bis-built', sources, () => {
    process.stdout.write('Собираю страницы…\n')
    rmSync(join(root, 'build/compile-cache'), { recursive: true, force: true })
    run('react-router', ['build', '--logLevel', 'error'], 'Собрать страницы')
    run('node', ['scripts/compress-assets.ts'], 'Сжать файлы страниц')
  })
  const seeds = [
    'server/platform/db/migrations',
    'server/modules/songs/catalogue.csv',
    'package-lock.json',
  ]
  once('build/.bis-seeded', seeds, () =>
    run('node', ['scripts/make-seed.ts', 'build'], 'Сделать начальную базу'),
  )
}

let listed = false

/** On a Debian machine whose root runs this, a package is put there; elsewhere a sentence says which. */
function installed(debianPackage, how) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) fail(how)
  process.stdout.write(`Ставлю ${debianPackage}…\n`)
  try {
    if (!listed)
      execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
    listed = true
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    fail(how)
  }
}

/** Finds the browser of the tests, and prints which it is: journeys run on whatever version a machine has. */
function chromium() {
  const found = () => [process.env.CHROMIUM ?? '', ...CHROMIUM].find((path) => existsSync(path))
  if (found() === undefined)
    installed(
      'chromium-headless-shell',
      'Для проверки в браузере нужен Chromium: поставьте его (в Debian: apt-get install chromium-headless-shell) или укажите путь в переменной CHROMIUM.',
    )
  const asked = spawnSync(found(), ['--version'], { encoding: 'utf8' })
  // Some builds do not know the option.
  const version = asked.status === 0 ? asked.stdout.trim() : 'версия неизвестна'
  process.stdout.write(`Браузер: ${version} (${found()})\n`)
}

/** The tests start their own, on a free port; a service that the package may have started is not used. */
function redis() {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0) return
  installed(
    'redis-server',
    'Для проверки нескольких процессов нужна программа redis-server: поставьте её (в Debian: apt-get install redis-server).',
  )
}

/** The engines of an iPhone and of Firefox, and what holds a Debian within this machine. */
function faultPrograms() {
  const programs = [
    ['WebKitWebDriver', 'webkit2gtk-driver'],
    ['Xvfb', 'xvfb'],
    ['firefox-esr', 'firefox-esr'],
    ['debootstrap', 'debootstrap'],
    ['podman', 'podman'],
    ['runc', 'runc'],
    ['iptables', 'iptables'],
  ]
  for (const [program, name] of programs)
    if (spawnSync('which', [program], { stdio: 'ignore' }).status !== 0)
      installed(
        name,
        `Для долгих проверок нужна программа ${program} (в Debian: apt-get install ${name}).`,
      )
}

if (majorOf(process.versions.node) < 20)
  fail(`Нужен Node 20 или новее, а здесь ${process.versions.node}.`)
install()
// The long scenarios run tests and benches.
const tests = goal === 'test' || goal === 'faults'
if (goal === 'check' || goal === 'bench' || goal === 'faults') installBench()
if (goal === 'start' || tests) build()
if (tests) {
  chromium()
  redis()
}
if (goal === 'faults') faultPrograms()
