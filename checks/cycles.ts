import { importsOf, report, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const known = new Set(files.map((file) => file.path))
const edges = new Map(
  files.map((file) => [
    file.path,
    importsOf({ ...file, text: withoutTypes(file.text) }).filter((path) => known.has(path)),
  ]),
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

/** Imports and exports of types alone are gone at run time and may point both ways. */
function withoutTypes(text: string): string {
  return text.replaceAll(
    /(^|\n)(?:import|export)\s+type\s+(?:[\w$]+|\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)\s+from\s*['"][^'"]+['"]/g,
    '$1',
  )
}
