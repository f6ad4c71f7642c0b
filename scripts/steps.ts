import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What a run counted. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Ended {
  code: number | null
  /** What it wrote, where that was kept and not shown at once. */
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

/** Runs a program of this project; `shown` lets it write to the terminal itself. */
export async function run(program: string, options: readonly string[], shown = false): Promise<Ended> {
  const child = spawn(program, options, { stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  try {
    const [code] = await once(child, 'close')
    return { code: typeof code === 'number' ? code : null, output }
  } catch (error) {
    return { code: null, output: String(error) }
  }
}

/** The titles of the steps that failed so far. */
export const failedSteps: string[] = []

/** A step under a heading with its seconds; whatever happens in it, the next one follows. */
export async function step(title: string, work: () => Promise<Counts>): Promise<Counts> {
  const began = performance.now()
  console.log(`\n── ${title}`)
  const counts = await work().catch((error: unknown) => {
    console.log(error)
    return oneResult(false)
  })
  if (counts.failed > 0) failedSteps.push(title)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${counts.failed > 0 ? 'FAILED' : 'ok'}: ${title} (${asLine(counts)}; ${seconds} s)`)
  return counts
}

/** A step that is one program and counts as one result; it is heard only when it fails. */
export function programStep(title: string, program: string, options: readonly string[]): Promise<Counts> {
  return step(title, async () => {
    const { code, output } = await run(program, options)
    if (code !== 0) console.log(output.trimEnd())
    return oneResult(code === 0)
  })
}
