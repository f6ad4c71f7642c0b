import { existsSync, readFileSync } from 'node:fs'
import { api } from '#contract/api.ts'
import { catalogue } from '#contract/messages/catalogue.ts'
import { screenPaths } from '#contract/screens.ts'
import { mappingFaults, plainCall } from './mapping.ts'
import { report } from './source-files.ts'

/**
 * `docs/specification.md` must list every screen and endpoint with its test, and nothing that does not exist.
 */
const opened = readFileSync('web/app/screens.ts', 'utf8')
const calls = [...api.values()].flatMap(({ name, method, path, aliases = [] }) =>
  [path, ...aliases].map((address) => [plainCall(`${method} ${address}`), name] as const),
)
report('Specification', [
  ...screenPaths
    .filter((path) => !opened.includes(`'${path}'`))
    .map((path) => `contract/screens.ts names ${path}, which web/app/screens.ts does not open.`),
  ...mappingFaults(readFileSync('docs/specification.md', 'utf8'), {
    screens: screenPaths,
    calls: new Map(calls),
    endpoints: new Set(api.keys()),
    sentences: new Map(catalogue),
    isThere: existsSync,
    textOf: (path) => readFileSync(path, 'utf8'),
  }),
])
