import { isTest, report, sourceFiles } from './source-files.ts'

const budget = { median: 70, p95: 250, p95OfTests: 500, most: 400, mostOfTests: 600 }

const sizes = sourceFiles().map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
const code = sizes.filter((one) => !isTest(one.path))
const tests = sizes.filter((one) => isTest(one.path))

const found = [
  ...code
    .filter((one) => one.lines > budget.most)
    .map((one) => `${one.path} has ${one.lines} lines, over ${budget.most}: split it by use case.`),
  ...tests
    .filter((one) => one.lines > budget.mostOfTests)
    .map((one) => `${one.path} has ${one.lines} lines, over ${budget.mostOfTests}: split it by use case.`),
  ...over('median file', rank(code, 0.5), budget.median),
  ...over('95th percentile', rank(code, 0.95), budget.p95),
  ...over('95th percentile of tests', rank(tests, 0.95), budget.p95OfTests),
]
report('Sizes', found)

function rank(files: readonly { lines: number }[], share: number): number {
  const sorted = files.map((one) => one.lines).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

function over(what: string, lines: number, most: number): readonly string[] {
  return lines > most ? [`The ${what} has ${lines} lines, over ${most}.`] : []
}
