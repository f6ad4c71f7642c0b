import { existsSync, readFileSync } from 'node:fs'
import { api } from '#contract/api.ts'
import { catalogue } from '#contract/messages/catalogue.ts'
import { mappingFaults, plainCall } from './mapping.ts'
import { report } from './source-files.ts'

/** `docs/specification.md` names every screen and endpoint with its test, and nothing that is not there. */
const screens = [...readFileSync('web/app/screens.ts', 'utf8').matchAll(/'(\/[^']*)'/g)]
const calls = [...api.values()].flatMap(({ name, method, path, aliases = [] }) =>
  [path, ...aliases].map((address) => [plainCall(`${method} ${address}`), name] as const),
)
report(
  'Specification',
  mappingFaults(readFileSync('docs/specification.md', 'utf8'), {
    screens: [...new Set(screens.map((match) => match[1] ?? ''))],
    calls: new Map(calls),
    endpoints: new Set(api.keys()),
    sentences: new Map(catalogue),
    isThere: existsSync,
  }),
)
