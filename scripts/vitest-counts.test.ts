import { expect, test } from 'vitest'
import { add, asLine } from './steps.ts'
import { countVitest, failuresOf, slowestFiles, type VitestReport } from './vitest-counts.ts'

/** Start and end of a file, in milliseconds. */
const took = (milliseconds: number) => ({ startTime: 1_000, endTime: 1_000 + milliseconds })

const green: VitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: '/home/one/e2e/fill.test.ts',
      status: 'passed',
      ...took(2_000),
      assertionResults: [{ status: 'passed', fullName: 'fills', failureMessages: [] }],
    },
  ],
}

test('counts passed, failed and skipped tests', () => {
  expect(countVitest({ ...green, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  expect(countVitest(green, 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

test('a file that does not load, an error outside of tests and a missing report are failures', () => {
  const broken = {
    ...green,
    testResults: [
      { name: '/home/one/e2e/broken.test.ts', status: 'failed', ...took(0), assertionResults: [] },
    ],
  }
  expect(countVitest(broken, 1).failed).toBe(1)
  expect(countVitest(green, 1).failed).toBe(1)
  expect(countVitest(null, 0).failed).toBe(1)
})

test('the summary has file, name and message of each failed test', () => {
  const [fine] = green.testResults
  const failed = {
    name: '/home/one/e2e/save.test.ts',
    status: 'failed',
    ...took(3_000),
    assertionResults: [
      { status: 'passed', fullName: 'opens', failureMessages: [] },
      {
        status: 'failed',
        fullName: 'saves',
        failureMessages: ['Error: not \u001b[31msaved\u001b[39m\n    at save.ts:3'],
      },
    ],
  }
  const broken = { name: '/home/one/e2e/broken.test.ts', status: 'failed', ...took(0), assertionResults: [] }
  const testResults = [fine, failed, broken].filter((result) => result !== undefined)
  expect(failuresOf({ ...green, testResults }, '/home/one')).toEqual([
    'e2e/save.test.ts > saves: Error: not saved\n          at save.ts:3',
    'e2e/broken.test.ts: could not be run',
  ])
  expect(failuresOf(null, '/home/one')).toEqual([])
})

test('the last line mentions skipped tests only if there are any', () => {
  const counts = { passed: 1, failed: 0, skipped: 0 }
  expect(asLine(counts)).toBe('1 passed, 0 failed')
  expect(asLine(add(counts, { passed: 0, failed: 2, skipped: 3 }))).toBe('1 passed, 2 failed, 3 skipped')
})

test('lists the slowest files with their seconds', () => {
  const [fine] = green.testResults
  if (!fine) throw new Error('No result')
  const results = Array.from({ length: 12 }, (_, at) => ({
    ...fine,
    name: `/home/one/${at}.test.ts`,
    ...took(at * 100),
  }))
  const slowest = slowestFiles({ ...green, testResults: results }, '/home/one')
  expect(slowest).toHaveLength(10)
  expect(slowest[0]).toBe('     1.1 s  11.test.ts')
  expect(slowestFiles(null, '/home/one')).toEqual([])
})
