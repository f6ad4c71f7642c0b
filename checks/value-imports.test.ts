import { expect, test } from 'vitest'
import { valueImportsOf } from './value-imports.ts'

const needs = (...lines: readonly string[]) =>
  valueImportsOf({ path: 'survey/edit/copy.ts', text: `${lines.join('\n')}\n` })

test('keeps a value import next to type imports from the same or another file', () => {
  expect(
    needs(
      "import type { Answer } from '../survey.ts'",
      "import { survey } from './survey.ts'",
      "import { change } from './change.ts'",
      "import type { Change } from './change.ts'",
    ),
  ).toEqual(['survey/edit/survey.ts', 'survey/edit/change.ts'])
})

test('ignores type-only imports and exports in any form', () => {
  expect(
    needs(
      "import type { A } from './a.ts'",
      "import type B from './b.ts'",
      "import type * as c from './c.ts'",
      "export type { D } from './d.ts'",
      "export type * from './e.ts'",
      'import type {\n  F,\n} from "./f.ts"',
    ),
  ).toEqual([])
})

test('keeps value imports and exports in any form', () => {
  expect(
    needs(
      "import { type A, b } from './b.ts'",
      "import './c.css'",
      "export { d } from '#contract/d.ts'",
      "export * from './e.ts'",
      'import {\n  f,\n  type G,\n} from "./f.ts"',
      "const late = () => import('./late.ts')",
    ),
  ).toEqual(
    ['b.ts', 'c.css', 'e.ts', 'f.ts', 'late.ts']
      .map((name) => `survey/edit/${name}`)
      .toSpliced(2, 0, 'contract/d.ts'),
  )
})
