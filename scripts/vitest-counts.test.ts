import { expect, test } from 'vitest'
import { add, asLine } from './steps.ts'
import { countVitest, type VitestReport } from './vitest-counts.ts'

const green: VitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
}

test('passed, failed and skipped tests are counted', () => {
  expect(countVitest({ ...green, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  expect(countVitest(green, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

test('a file that does not load, an error beside the tests and a missing report are failures', () => {
  const broken = { ...green, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(countVitest(broken, 1).failed).toBe(1)
  expect(countVitest(green, 1).failed).toBe(1)
  expect(countVitest(null, 0).failed).toBe(1)
})

test('the last line names skipped tests only where there are any', () => {
  const counts = { passed: 1, failed: 0, skipped: 0 }
  expect(asLine(counts)).toBe('1 passed, 0 failed')
  expect(asLine(add(counts, { passed: 0, failed: 2, skipped: 3 }))).toBe('1 passed, 2 failed, 3 skipped')
})
