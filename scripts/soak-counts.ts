import { relative } from 'node:path'

/** The part of Vitest's JSON report that says which journeys failed. */
export interface RoundReport {
  readonly success: boolean
  readonly testResults: readonly {
    /** Absolute path of the file. */
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Runs and failures of each journey, by Vitest project, file and name. */
export type Journeys = Map<string, { runs: number; failed: number }>

/**
 * Adds a round's report and returns its failures. A missing report, or one without journeys, is a failure.
 */
export function takeIn(
  journeys: Journeys,
  round: string,
  report: RoundReport | null,
  project: string,
): number {
  let [ran, failures] = [0, 0]
  const count = (name: string, passed: boolean) => {
    const { runs, failed } = journeys.get(name) ?? { runs: 0, failed: 0 }
    journeys.set(name, { runs: runs + 1, failed: failed + (passed ? 0 : 1) })
    ran += 1
    failures += passed ? 0 : 1
  }
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const file = `${project} ${relative('', name)}`
    for (const { fullName, status } of assertionResults) count(`${file}: ${fullName}`, status === 'passed')
    const hasFailed = assertionResults.some((assertion) => assertion.status === 'failed')
    if (status === 'failed' && !hasFailed) count(`${file}: as a whole`, false)
  }
  const broken = ran === 0 || (failures === 0 && report?.success === false)
  if (broken) count(`${round}: as a whole`, false)
  return failures
}

/** Returns the failed journeys, the worst first, and their number. */
export function asTable(journeys: Journeys): string {
  const all = [...journeys]
  const bad = all
    .filter(([, { failed }]) => failed > 0)
    .sort(([, one], [, other]) => other.failed - one.failed)
  const lines = bad.map(
    ([name, { runs, failed }]) => `${String(failed).padStart(4)} of ${String(runs).padStart(4)}  ${name}`,
  )
  const runs = all.reduce((sum, [, journey]) => sum + journey.runs, 0)
  return [...lines, `${all.length} journeys, ${runs} runs: ${bad.length} journeys failed`].join('\n')
}
