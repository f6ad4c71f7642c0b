import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asTable, type Journeys, type RoundReport, takeIn } from './soak-counts.ts'

const file = 'e2e/journeys/two-tabs.test.ts'

function report(...statuses: readonly string[]): RoundReport {
  const success = !statuses.includes('failed')
  const assertionResults = statuses.map((status, at) => ({ status, fullName: `journey ${at}` }))
  const status = success ? 'passed' : 'failed'
  return { success, testResults: [{ name: join(process.cwd(), file), status, assertionResults }] }
}

test('lists failed journeys with their failures, the worst first', () => {
  const journeys: Journeys = new Map()
  expect(takeIn(journeys, 'Round 1', report('passed', 'failed', 'passed'), 'e2e')).toBe(1)
  expect(takeIn(journeys, 'Round 2', report('failed', 'failed', 'passed'), 'e2e')).toBe(2)
  expect(takeIn(journeys, 'Round 3', report('passed', 'passed', 'passed'), 'e2e')).toBe(0)
  expect(asTable(journeys)).toBe(
    [
      `   2 of    3  e2e ${file}: journey 1`,
      `   1 of    3  e2e ${file}: journey 0`,
      '3 journeys, 9 runs: 2 journeys failed',
    ].join('\n'),
  )
})

test('counts a journey separately in each engine', () => {
  const journeys: Journeys = new Map()
  takeIn(journeys, 'Round 1 (webkit)', report('failed'), 'webkit')
  takeIn(journeys, 'Round 1 (firefox)', report('passed'), 'firefox')
  expect(asTable(journeys)).toBe(
    [`   1 of    1  webkit ${file}: journey 0`, '2 journeys, 2 runs: 1 journeys failed'].join('\n'),
  )
})

test('a skipped journey did not pass', () => {
  expect(takeIn(new Map(), 'Round 1', report('passed', 'skipped'), 'e2e')).toBe(1)
})

test('reports a round without a report or journey, or with an error outside of journeys', () => {
  const journeys: Journeys = new Map()
  expect(takeIn(journeys, 'Round 1', null, 'e2e')).toBe(1)
  expect(takeIn(journeys, 'Round 2', { success: true, testResults: [] }, 'e2e')).toBe(1)
  expect(takeIn(journeys, 'Round 3', { ...report('passed'), success: false }, 'e2e')).toBe(1)
  const unloaded = report().testResults.map((result) => ({ ...result, status: 'failed' }))
  expect(takeIn(journeys, 'Round 4', { success: false, testResults: unloaded }, 'e2e')).toBe(1)
  expect(asTable(journeys)).toContain('   1 of    1  Round 1: as a whole')
  expect(asTable(journeys)).toContain(`   1 of    1  e2e ${file}: as a whole`)
})
