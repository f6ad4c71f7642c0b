import { report, sourceFiles } from './source-files.ts'
import { valueImportsOf } from './value-imports.ts'

const files = sourceFiles()
const known = new Set(files.map((file) => file.path))
const edges = new Map(
  files.map((file) => [file.path, valueImportsOf(file).filter((path) => known.has(path))]),
)
const state = new Map<string, 'open' | 'done'>()
const found: string[] = []

for (const path of known) visit(path, [])
report('No import cycles', found)

function visit(path: string, trail: readonly string[]): void {
  if (state.get(path) === 'done') return
  if (state.get(path) === 'open') {
    found.push(`${[...trail.slice(trail.indexOf(path)), path].join(' → ')}: take out what both need.`)
    return
  }
  state.set(path, 'open')
  for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
  state.set(path, 'done')
}
