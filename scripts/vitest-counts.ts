import { relative } from 'node:path'
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

/** A file that could not even be loaded, and a run that failed beside its tests, are failures too. */
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

/** A line for each test that failed: its file below `root`, its name, and the first line of what went wrong. */
export function failuresOf(report: VitestReport | null, root: string): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: could not be run`] : []
    return failed.map(
      ({ fullName, failureMessages: [message = ''] }) => `${file} > ${fullName}: ${message.split('\n', 1)}`,
    )
  })
}

const slowestCount = 10

/** A line for each of the files that took longest, with its seconds. */
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
