import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** What a run counted. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Ended {
  code: number | null
  /** What it wrote. */
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

/** Runs a program of this project and collects what it writes. */
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

/** A step of the slowest machine takes half of this, in milliseconds. */
const hangsAfter = 45 * 60_000

/** Runs a program and shows its output at once: if the run is cut off, that output is all there is. Ends one that hangs. */
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

/** The steps that failed so far: a title, and below it a line for each thing that failed, where it is known. */
export const failedSteps: string[] = []

/** A step with its seconds, told when it has ended, with what it has to say; whatever happens in it, the others go on. */
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
  if (counts.failed > 0) failedSteps.push([title, ...failures].join('\n  '))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (output.trim() !== '') console.log(`\n── ${title}\n${output.trimEnd()}`)
  console.log(`${counts.failed > 0 ? 'FAILED' : 'ok'}: ${title} (${asLine(counts)}; ${seconds} s)`)
  return counts
}

interface Told {
  readonly counts: Counts
  /** Empty where there is nothing to tell. */
  readonly output: string
  /** A line for each thing that failed, told again at the end: the output may be thousands of lines long. */
  readonly failures?: readonly string[]
}

/** A step that is one program and counts as one result; it is heard only when it fails. */
export function programStep(title: string, program: string, options: readonly string[]): Promise<Counts> {
  return step(title, async () => {
    const { code, output } = await run(program, options)
    return { counts: oneResult(code === 0), output: code === 0 ? '' : output }
  })
}

/** Each when one of the `lanes` is free, in their order. */
export async function inLanes(lanes: number, steps: readonly (() => Promise<Counts>)[]): Promise<Counts[]> {
  const counts: Counts[] = []
  const waiting = [...steps]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) counts.push(await next())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return counts
}
