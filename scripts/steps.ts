import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Test counts of a run. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Ended {
  code: number | null
  /** Its stdout and stderr. */
  output: string
}

export function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

export function asLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function oneResult(passed: boolean): Counts {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

/** Runs a program and collects its output. */
export async function run(program: string, options: readonly string[]): Promise<Ended> {
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return endOf(child, () => output)
}

/** In milliseconds; a step on the slowest machine takes half of this. */
const hangsAfter = 45 * 60_000

/**
 * Runs a program and streams its output, which is all there is if the run is cut off. Kills a program that
 * hangs.
 */
export function runVisibly(program: string, options: readonly string[]): Promise<Ended> {
  const child = spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit'], timeout: hangsAfter })
  return endOf(child, () => '')
}

async function endOf(child: ChildProcess, output: () => string): Promise<Ended> {
  try {
    const [code] = await once(child, 'close')
    return { code: typeof code === 'number' ? code : null, output: output() }
  } catch (error) {
    return { code: null, output: String(error) }
  }
}

/** The failed steps so far: a title, and below it the whole message of each failure, if known. */
export const failedSteps: string[] = []

/** One line per failure so far. */
export const failedLines: string[] = []
const failureLineLength = 240

/** Runs a step and prints its result, duration and output. An error does not stop the other steps. */
export async function step(title: string, work: () => Promise<Told>): Promise<Counts> {
  const began = performance.now()
  const {
    counts,
    output,
    failures = [],
  } = await work().catch(
    (error: unknown): Told => ({
      counts: oneResult(false),
      output: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
  if (counts.failed > 0) {
    failedSteps.push([title, ...failures].join('\n  '))
    const lines = failures.map((failure) => failure.split('\n', 1).join('').slice(0, failureLineLength))
    failedLines.push(...(lines.length > 0 ? lines : [title]))
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (output.trim() !== '') console.log(`\n── ${title}\n${output.trimEnd()}`)
  console.log(`${counts.failed > 0 ? 'FAILED' : 'ok'}: ${title} (${asLine(counts)}; ${seconds} s)`)
  return counts
}

interface Told {
  readonly counts: Counts
  /** Empty if there is nothing to print. */
  readonly output: string
  /** A message per failure, repeated at the end, because the output may be thousands of lines long. */
  readonly failures?: readonly string[]
}

/** Runs a program as a step with one result; prints its output only if it fails. */
export function programStep(title: string, program: string, options: readonly string[]): Promise<Counts> {
  return step(title, async () => {
    const { code, output } = await run(program, options)
    return { counts: oneResult(code === 0), output: code === 0 ? '' : output }
  })
}

/** Runs steps in order, as many at once as there are `lanes`. */
export async function inLanes(lanes: number, steps: readonly (() => Promise<Counts>)[]): Promise<Counts[]> {
  const counts: Counts[] = []
  const waiting = [...steps]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) counts.push(await next())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return counts
}
