/**
 * Everything that says whether the project is well, in one run that stops for nothing and ends with one line of counts.
 * `--check` leaves out whatever needs a database, a build or a browser.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium, provideShell } from './programs.ts'
import { add, asLine, type Counts, failedSteps, oneResult, programStep, run, step } from './steps.ts'
import { countVitest, type VitestReport } from './vitest-counts.ts'

const TYPED = ['contract', 'survey', 'server', 'web', 'web/worker', 'e2e', 'bench', 'checks', 'scripts']
const root = join(import.meta.dirname, '..')
const node = process.execPath
process.chdir(root)

let total: Counts = { passed: 0, failed: 0, skipped: 0 }
async function take(counts: Promise<Counts>): Promise<void> {
  total = add(total, await counts)
}

for (const folder of TYPED)
  await take(programStep(`types: ${folder}`, node, [tool('typescript/bin/tsc'), '-p', folder]))
await take(
  programStep('lint and format', node, [
    tool('@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
    '.',
  ]),
)
for (const check of await findChecks())
  await take(programStep(`check: ${check}`, node, [join('checks', check)]))

if (!process.argv.includes('--check')) {
  await take(programStep('tables of the migrations', node, ['scripts/tables.ts', '--check']))
  await take(step('unit and API tests', () => vitest('unit', 'api')))
  await take(programStep('web build', node, ['scripts/prepare.mjs']))
  await take(step('browser tests', browserTests))
}

console.log(failedSteps.map((title) => `\nFAILED: ${title}`).join(''))
console.log(asLine(total))
process.exitCode = total.failed > 0 ? 1 : 0

/** A file there that exports something is a part of the checks and not one of them. */
async function findChecks(): Promise<string[]> {
  const names = (await readdir('checks'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
  const texts = await Promise.all(names.map((name) => readFile(join('checks', name), 'utf8')))
  return names.filter((_, at) => !/^export /m.test(texts[at] ?? ''))
}

async function browserTests(): Promise<Counts> {
  if (!(await provideChromium())) return oneResult(false)
  await provideShell()
  return vitest('e2e')
}

async function vitest(...projects: string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-report-'))
  const file = join(folder, 'report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run(node, [tool('vitest/vitest.mjs'), 'run', ...chosen, ...reporters], true)
  const text = await readFile(file, 'utf8').catch(() => null)
  await rm(folder, { recursive: true })
  const report: VitestReport | null = text === null ? null : JSON.parse(text)
  return countVitest(report, code)
}

function tool(path: string): string {
  return join('node_modules', path)
}
