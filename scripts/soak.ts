/**
 * Runs all journeys many times, in every installed engine, on all screen sizes, with one processor kept busy
 * and with kills at different moments in each round. Prints the journeys that failed; one that fails in 1 of
 * 20 rounds is a defect that users meet.
 * npm run soak -- [--rounds=20] [parts of files' names …]; KILL_ROUNDS and KILL_SEED set the number of kills
 * and their seed.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepFilesInMemory } from './memory-folder.ts'
import {
  provideChromium,
  provideFfmpeg,
  provideNginx,
  provideOtherEngines,
  provideShell,
} from './programs.ts'
import { asTable, type Journeys, type RoundReport, takeIn } from './soak-counts.ts'
import { run } from './steps.ts'

const { values, positionals: filters } = parseArgs({
  options: { rounds: { type: 'string', default: '20' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number from 1 on.')
const kills = Number(process.env.KILL_ROUNDS ?? 50)
const seed = Number(process.env.KILL_SEED ?? 5)

process.chdir(join(import.meta.dirname, '..'))
keepFilesInMemory()
process.env.SOAK = '1'
process.env.KILL_ROUNDS = String(Math.ceil(kills / rounds))

if (!(await provideChromium())) process.exit(1)
await provideShell()
await provideNginx()
await provideFfmpeg()

/** Vitest projects that contain one of the chosen files. */
const projects = [
  { project: 'e2e', files: 'e2e/journeys/**/*.test.ts' },
  ...['chromium', ...(await provideOtherEngines())].map((project) => ({
    project,
    files: 'e2e/engines/**/*.test.ts',
  })),
].filter(
  ({ files }) =>
    filters.length === 0 || globSync(files).some((file) => filters.some((part) => file.includes(part))),
)
if (projects.length === 0) throw new Error(`No journey's file has a name like ${filters.join(' or ')}.`)

const stopBurning = burn()
const journeys: Journeys = new Map()
for (let round = 1; round <= rounds; round++) {
  process.env.KILL_SEED = String(seed + round - 1)
  // In every other round, the journeys for all engines start on a used profile.
  process.env.LASTING_PROFILES = round % 2 === 0 ? '1' : '0'
  for (const { project } of projects)
    await oneRound(`Round ${round} of ${rounds} (${project})`, project, ...filters)
}
if (filters.length === 0) {
  process.env.KILL_ROUNDS = String(kills)
  process.env.KILL_SEED = String(seed)
  await oneRound('The server killed', 'api', 'server/crash.test.ts')
}
stopBurning()
console.log(`\n${asTable(journeys)}`)
process.exitCode = [...journeys.values()].some(({ failed }) => failed > 0) ? 1 : 0

async function oneRound(title: string, project: string, ...chosen: string[]): Promise<void> {
  const began = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-soak-'))
  const file = join(folder, 'report.json')
  const { output } = await run(process.execPath, [
    join('node_modules', 'vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    ...chosen,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const text = await readFile(file, 'utf8').catch(() => null)
  await rm(folder, { recursive: true })
  const report: RoundReport | null = text === null ? null : JSON.parse(text)
  const failed = takeIn(journeys, title, report, project)
  if (failed > 0) console.log(output.trimEnd())
  console.log(`${title}: ${failed} failed (${((performance.now() - began) / 1000).toFixed(0)} s)`)
}

/** Keeps one processor busy until stopped, or until this process is gone. */
function burn(): () => void {
  const program = `
    const parent = process.ppid
    function second() {
      const until = performance.now() + 1000
      while (performance.now() < until);
      if (process.ppid === parent) setImmediate(second)
    }
    second()`
  const burner = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
  return () => burner.kill('SIGKILL')
}
