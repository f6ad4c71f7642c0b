import { expect, test } from 'vitest'
import { operationComparisons } from './operation-comparisons.ts'

const file = (path: string, ...lines: readonly string[]) => ({ path, text: `${lines.join('\n')}\n` })

test('finds comparisons with operation names outside their own files', () => {
  const sources = [
    file(
      'web/offline/store/outbox-rows.ts',
      'export interface OperationEndpoints {',
      "  'a.save': typeof save",
      '}',
    ),
    file(
      'web/offline/operations/save.ts',
      "const save: Operation<'a.save'> = {}",
      "row.endpoint === 'a.save'",
    ),
    file(
      'web/offline/list.ts',
      "row.endpoint !== 'a.save'",
      "switch (name) { case 'a.save': }",
      "'a.other' === name",
    ),
  ]
  expect(operationComparisons(sources, ['a.save'])).toEqual([
    'web/offline/list.ts:1',
    'web/offline/list.ts:2',
  ])
})
