import { api } from '#contract/api.ts'
import { callersIn } from './calls.ts'
import { report, sourceFiles } from './source-files.ts'

/** Each endpoint of the contract needs one handler on the server and at least one test that calls it. */
const files = sourceFiles()
const routes = files
  .filter((file) => /^server\/features\/.*\/?routes\.ts$/.test(file.path))
  .map((file) => file.text)
const callers = callersIn(
  files.filter((file) => /^server\/.*\.test\.ts$/.test(file.path)),
  files.filter((file) => /^server\/testing\//.test(file.path) && !/\.test\.ts$/.test(file.path)),
)
const names = exportedNames()

const found = [...api.values()].flatMap(({ name }) => {
  const exported = names.get(name)
  if (exported === undefined) return [`${name}: not exported from a file of contract/.`]
  const handlers = routes.reduce(
    (sum, text) =>
      sum + count(text, new RegExp(`serve(Prepared|WithReplay)?\\(\\s*(agreed\\.)?${exported}\\b`, 'g')),
    0,
  )
  return [
    ...(handlers === 1
      ? []
      : [`${name}: ${handlers} handlers; an endpoint has exactly one, in its slice's routes.ts.`]),
    ...(callers.has(exported)
      ? []
      : [
          `${name}: no test under server/ calls it (\`api.call(${exported}, …)\`); begin with callers who may not call it.`,
        ]),
  ]
})
report('Contract', found)

/** 'sharing.generateLink' → 'generateLink', from the contract's source files. */
function exportedNames(): ReadonlyMap<string, string> {
  const pairs = files
    .filter(({ path }) => path.startsWith('contract/'))
    .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = endpoint\(\{\s*name: '([^']+)'/g)])
    .map((match) => [match[2] ?? '', match[1] ?? ''] as const)
  return new Map(pairs)
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
