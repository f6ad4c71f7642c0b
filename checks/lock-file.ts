import { readFileSync } from 'node:fs'
import { report } from './source-files.ts'

/**
 * The lock file must serve every system. npm omits optional packages that it could not install when writing
 * the file, and the program then fails to start on the system they are for.
 */
interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}
const entries = Object.entries(packages)
const mend = 'pin or override its parent to a version that the registry has whole, and install anew.'

report('Lock file', [
  ...entries.flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isThere(place, name))
      .map(
        (name) =>
          `${name}, an optional package of ${titleOf(place)}, has no entry in package-lock.json: ${mend}`,
      ),
  ),
  ...entries
    .filter(([place, { resolved }]) => place !== '' && resolved !== undefined)
    .map(
      ([place]) =>
        `${titleOf(place)} names a registry in package-lock.json: leave 'resolved' out (see .npmrc).`,
    ),
  ...entries
    .filter(([place, { integrity }]) => place !== '' && integrity === undefined)
    .map(([place]) => `${titleOf(place)} has no checksum in package-lock.json: ${mend}`),
])

/** Resolves like Node: next to the dependent package, then upward. */
function isThere(place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true
    if (at === '') return false
  }
}

function titleOf(place: string): string {
  if (place === '') return 'this project'
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return `${name} ${packages[place]?.version ?? ''}`.trimEnd()
}
