import { api } from '#contract/api.ts'
import { isTest, type SourceFile } from './source-files.ts'

/** An operation's own file may compare its name. Anywhere else, a new operation could be forgotten. */
const own = /^web\/offline\/operations\/[\w-]+\.ts$/
const operations = [...api.values()].filter(({ offline }) => offline === 'queue').map(({ name }) => name)

/** Returns `file:line` of comparisons with the name of an operation outside its own file. */
export function operationComparisons(
  sources: readonly SourceFile[],
  names: readonly string[] = operations,
): readonly string[] {
  const name = `'(?:${names.join('|').replaceAll('.', '\\.')})'`
  const compared = new RegExp(`[!=]== ${name}|${name} [!=]==|\\bcase ${name}|[(=:] \\[${name}`)
  return sources
    .filter(({ path }) => path.startsWith('web/') && !own.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (compared.test(line) ? [`${path}:${at + 1}`] : [])),
    )
}
