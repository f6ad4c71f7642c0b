import { expect, test } from 'vitest'
import { countSources, tracedFiles } from './source-counts.ts'

const file = (path: string, ...lines: readonly string[]) => ({ path, text: `${lines.join('\n')}\n` })

test('counts files, lines and importers, without tests as importers', () => {
  const counts = countSources([
    file('web/a/one.ts', "import { two } from './two.ts'", "import { far } from '../b/far.ts'", 'two(far)'),
    file('web/a/two.ts', 'export const two = (value: number) => value'),
    file('web/b/far.ts', 'export const far = 1'),
    file('web/b/shared.ts', 'export const shared = 1'),
    file('web/b/uses.ts', "import { shared } from './shared.ts'", 'shared'),
    file('server/uses.ts', "import { shared } from '#web/b/shared.ts'", 'shared'),
    file('web/a/two.test.ts', "import { two } from './two.ts'", 'two(1)'),
  ])
  expect(counts).toMatchObject({ files: 7, lines: 12, singleImporterShare: 2 / 6 })
  expect(counts.linesByFolder).toEqual(
    new Map([
      ['web', 10],
      ['server', 2],
    ]),
  )
  expect(counts.smallSingleUse).toEqual(['web/a/two.ts'])
})

test('excludes files of more than 60 lines from the small ones', () => {
  const large = Array.from({ length: 61 }, (_, at) => `export const n${at} = ${at}`)
  const counts = countSources([
    file('web/one.ts', "import { n1 } from './large.ts'"),
    file('web/large.ts', ...large),
  ])
  expect(counts.smallSingleUse).toEqual([])
})

test('counts the files of each part of the trace once', () => {
  const trace =
    '# Trace\n\n## A\n[x](../web/x.ts) [x again](../web/x.ts) [page](x.md)\n\n## B\n[y](../web/y.tsx)\n'
  expect(tracedFiles(trace, 'docs/trace.md')).toEqual(
    new Map([
      ['A', 1],
      ['B', 1],
    ]),
  )
})
