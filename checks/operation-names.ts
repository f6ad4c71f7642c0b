import { api } from '#contract/api.ts'
import { isTest, report, sourceFiles } from './source-files.ts'

/** An operation's own file may compare its name. Anywhere else, a new operation could be forgotten. */
const own = /^web\/offline\/operations\/[\w-]+\.ts$/
const names = [...api.values()].filter(({ offline }) => offline === 'queue').map(({ name }) => name)
const name = `'(?:${names.join('|').replaceAll('.', '\\.')})'`
const compared = new RegExp(`[!=]== ${name}|${name} [!=]==|\\bcase ${name}|[(=:] \\[${name}`)

const found = sourceFiles()
  .filter(({ path }) => path.startsWith('web/') && !own.test(path) && !isTest(path))
  .flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      if (!compared.test(line)) return []
      return [
        `${path}:${at + 1}: it compares the name of an operation; ask store/operation-facts.ts or operations/operation.ts, and add a property where none says it.`,
      ]
    }),
  )
report('Names of operations', found)
