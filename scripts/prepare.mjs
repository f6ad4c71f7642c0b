/**
 * Prepares a clone to run: installs package-lock.json, verifies the bundled Node, and builds the web app if
 * its sources are newer. Plain JavaScript without dependencies, because it runs on the machine's Node before
 * anything is installed. `--install-only` skips the build.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const bundledNode = join(root, 'node_modules', '.bin', 'node')
const buildMark = join(root, 'dist', 'web-sources')

try {
  requireNode(process.versions.node, [20, 19])
  if (!isInstalled()) install()
  requireBundledNode()
  if (!process.argv.includes('--install-only')) buildWhenStale()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function requireNode(version, [major, minor]) {
  const [own = 0, ownMinor = 0] = version.split('.').map(Number)
  if (own > major || (own === major && ownMinor >= minor)) return
  throw new Error(`Fieldbook needs Node ${major}.${minor} or later to install itself; this is ${version}.`)
}

/** Whether node_modules holds every package of the lock file in its version. */
function isInstalled() {
  const has = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages
  if (!has) return false
  const wanted = Object.entries(readJson(join(root, 'package-lock.json')).packages)
  return wanted.every(([place, { version, optional, peer }]) => {
    if (place === '') return true
    // An optional package may be for another system; if present, its version counts.
    const found = has[place]
    return found ? found.version === version : Boolean(optional || peer)
  })
}

function install() {
  console.log('Installing packages …')
  // Run npm with the machine's own Node: the one in node_modules is about to be replaced.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  // Install exactly the lock file; the build needs dev dependencies, whatever NODE_ENV is.
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--prefer-offline', '--no-fund', '--no-audit', '--loglevel=error'],
    {
      cwd: root,
      env: { ...process.env, PATH: path.join(delimiter) },
      stdio: 'inherit',
    },
  )
  if (status !== 0)
    throw new Error(`The packages could not be installed${error ? `: ${error.message}` : ''}.`)
}

/** Install scripts set up the right Node; npm silently skips them if configured to. */
function requireBundledNode() {
  const wanted = readJson(join(root, 'package.json')).dependencies.node
  const { stdout } = spawnSync(bundledNode, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `v${wanted}`) return
  throw new Error(
    `Fieldbook runs on Node ${wanted}, which its installation brings along, but it is not there` +
      `${stdout ? ` (found ${stdout.trim()})` : ''}: npm ran without install scripts. ` +
      "Run 'npm rebuild --ignore-scripts=false', then start again.",
  )
}

function buildWhenStale() {
  const sources = hashOfSources()
  if (existsSync(join(root, 'dist', 'web', 'index.html')) && readText(buildMark) === sources) return
  console.log('Building the web app …')
  rmSync(buildMark, { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(
    bundledNode,
    [vite, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    {
      cwd: root,
      // The build is always the production build, also for tests.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('The web app could not be built.')
  writeFileSync(buildMark, sources)
}

/** Hashes contents, not times: a checkout sets new times. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'tsconfig.base.json']) hash.update(readFileSync(join(root, file)))
  for (const folder of ['web', 'contract', 'survey']) {
    for (const file of filesBelow(folder)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesBelow(path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readJson(file) {
  const text = readText(file)
  return text === null ? null : JSON.parse(text)
}
