import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Counts } from './steps.ts'

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    /** Milliseconds. */
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Counts results. A file that failed to load, or an error outside of tests, counts as a failure. */
export function countVitest(report: VitestReport | null, exitCode: number | null): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Characters of one failure's message in the summary. */
const messageLength = 3_000

/**
 * Returns file below `root`, name and message of each failed test, because often only the end of a run's
 * output is read.
 */
export function failuresOf(report: VitestReport | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: could not be run`] : []
    return failed.map(
      ({ fullName, failureMessages: [message = ''] }) =>
        `${file} > ${fullName}: ${stripVTControlCharacters(message).slice(0, messageLength).replaceAll('\n', '\n      ')}`,
    )
  })
}

const slowestCount = 10

/** Returns a line for each of the slowest files, with its seconds. */
export function slowestFiles(report: VitestReport | null, root: string): string[] {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestCount)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
}
