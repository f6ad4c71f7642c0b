/**
 * Runs all checks and tests without stopping at failures, and ends with one line of counts. `--check` skips
 * everything that needs a database, a build or a browser.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepFilesInMemory } from './memory-folder.ts'
import {
  hasPostgres,
  type OtherEngine,
  provideChromium,
  provideFfmpeg,
  provideNginx,
  provideOtherEngines,
  providePostgres,
  provideS3,
  provideShell,
} from './programs.ts'
import {
  add,
  asLine,
  type Counts,
  failedLines,
  failedSteps,
  inLanes,
  oneResult,
  programStep,
  runVisibly,
  step,
} from './steps.ts'
import { countVitest, failuresOf, slowestFiles, type VitestReport } from './vitest-counts.ts'

const TYPED = ['contract', 'survey', 'server', 'web', 'web/worker', 'e2e', 'bench', 'checks', 'scripts']
const root = join(import.meta.dirname, '..')
const node = process.execPath
process.chdir(root)
keepFilesInMemory()
// Dozens of servers start; reuse compiled code.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')

let otherEngines: readonly OtherEngine[] = []
let hasS3 = false

const counted = [...(await inLanes(2, await quickSteps()))]
if (!process.argv.includes('--check')) {
  // Run these together: while some wait for a database, bucket or process, others use the cores.
  const servers = [...(hasPostgres() ? ['postgres*'] : []), ...(hasS3 ? ['s3*'] : [])]
  counted.push(await vitest('unit, API and server tests', 'unit*', 'api*', ...servers))
  // Browsers use all cores by themselves.
  counted.push(await vitest('browser tests', 'e2e'))
  if (otherEngines.length > 0)
    counted.push(await vitest(`browser tests in ${otherEngines.join(' and ')}`, ...otherEngines))
}
const total = counted.reduce(add)

console.log(failedSteps.map((title) => `\nFAILED: ${title}`).join(''))
// Often only the last lines of a run are read.
console.log(failedLines.map((line) => `\nFAILED: ${line}`).join(''))
console.log(asLine(total))
process.exitCode = total.failed > 0 ? 1 : 0

async function quickSteps(): Promise<(() => Promise<Counts>)[]> {
  const program = (title: string, options: readonly string[]) => () => programStep(title, node, options)
  return [
    ...(process.argv.includes('--check') ? [] : [installs, program('web build', ['scripts/prepare.mjs'])]),
    ...TYPED.map((folder) => program(`types: ${folder}`, [tool('typescript/bin/tsc'), '-p', folder])),
    program('lint and format', [tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']),
    ...(await findChecks()).map((check) => program(`check: ${check}`, [join('checks', check)])),
    ...(process.argv.includes('--check')
      ? []
      : [program('tables of the migrations', ['scripts/tables.ts', '--check'])]),
  ]
}

/** A file that exports something is a module of the checks, not a check. */
async function findChecks(): Promise<string[]> {
  const names = (await readdir('checks'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  const texts = await Promise.all(names.map((name) => readFile(join('checks', name), 'utf8')))
  return names.filter((_, at) => !/^export /m.test(texts[at] ?? ''))
}

/** Installs sequentially, because concurrent installations conflict. */
async function installs(): Promise<Counts> {
  return [
    await browserStep(),
    await nginxStep(),
    await ffmpegStep(),
    await postgresStep(),
    await s3Step(),
  ].reduce(add)
}

/**
 * Installs browsers while other steps run. Only Chromium is required, except in CI, where a run with missing
 * engines must not look complete.
 */
function browserStep(): Promise<Counts> {
  return step('browsers', async () => {
    const found = await provideChromium()
    if (found) await provideShell()
    otherEngines = await provideOtherEngines()
    const isWhole = otherEngines.length === 2 || !process.env.CI
    return { counts: oneResult(found !== null && isWhole), output: '' }
  })
}

/** Without PostgreSQL its tests are skipped with a notice; in CI that is a failure. */
function postgresStep(): Promise<Counts> {
  return step('PostgreSQL', async () => {
    if (await providePostgres()) return { counts: oneResult(true), output: '' }
    const output =
      "The tests on a PostgreSQL server of the machine are left out: install it (on Debian 'sudo apt-get install postgresql pgbouncer') or set POSTGRES_BIN to the folder with initdb and PGBOUNCER to the pooler."
    return { counts: { passed: 0, failed: process.env.CI ? 1 : 0, skipped: 1 }, output }
  })
}

/** Same as `postgresStep`. */
function nginxStep(): Promise<Counts> {
  return step('nginx', async () => {
    if (await provideNginx()) return { counts: oneResult(true), output: '' }
    const output =
      "The tests of a proxy in front are left out: install nginx (on Debian 'sudo apt-get install nginx-light')."
    return { counts: { passed: 0, failed: process.env.CI ? 1 : 0, skipped: 1 }, output }
  })
}

/** Same as `postgresStep`. */
function ffmpegStep(): Promise<Counts> {
  return step('ffmpeg', async () => {
    if (await provideFfmpeg()) return { counts: oneResult(true), output: '' }
    const output =
      "The tests of guests' copies of videos are left out: install ffmpeg (on Debian 'sudo apt-get install ffmpeg')."
    return { counts: { passed: 0, failed: process.env.CI ? 1 : 0, skipped: 1 }, output }
  })
}

/** Same as `postgresStep`. */
function s3Step(): Promise<Counts> {
  return step('S3 server', async () => {
    hasS3 = await provideS3()
    if (hasS3) return { counts: oneResult(true), output: '' }
    const output =
      "The tests of files in a bucket are left out: install a server with the S3 API (on Debian 'sudo apt-get install python3-swift')."
    return { counts: { passed: 0, failed: process.env.CI ? 1 : 0, skipped: 1 }, output }
  })
}

/** Runs Vitest projects, and lists the ten slowest files. */
function vitest(title: string, ...projects: string[]): Promise<Counts> {
  return step(title, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldbook-report-'))
    const file = join(folder, 'report.json')
    const chosen = projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    console.log(`\n── ${title}`)
    const { code } = await runVisibly(node, [tool('vitest/vitest.mjs'), 'run', ...chosen, ...reporters])
    const text = await readFile(file, 'utf8').catch(() => null)
    await rm(folder, { recursive: true })
    const report: VitestReport | null = text === null ? null : JSON.parse(text)
    console.log(`The slowest files:\n${slowestFiles(report, root).join('\n')}`)
    return { counts: countVitest(report, code), output: '', failures: failuresOf(report, root) }
  })
}

function tool(path: string): string {
  return join('node_modules', path)
}
