/** `npm run counts`: prints the size of the source code and the counts that show how it is divided. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationComparisons } from '#checks/operation-comparisons.ts'
import { sourceFiles } from '#checks/source-files.ts'
import { countSources, tracedFiles } from './source-counts.ts'

process.chdir(join(import.meta.dirname, '..'))
const trace = 'docs/trace.md'
const sources = sourceFiles()
const counts = countSources(sources)
const comparisons = operationComparisons(sources)
const isDetailed = process.argv.includes('--list')

print('TypeScript files', counts.files)
print('lines', counts.lines)
for (const [folder, lines] of [...counts.linesByFolder].sort(([a], [b]) => a.localeCompare(b)))
  print(`  ${folder}`, lines)
print('files with exactly one importer', `${(counts.singleImporterShare * 100).toFixed(1)} %`)
print('files of at most 60 lines, used once in their folder', counts.smallSingleUse.length)
list(counts.smallSingleUse)
print('operation names compared outside their own files', comparisons.length)
list(comparisons)
for (const [part, files] of tracedFiles(readFileSync(trace, 'utf8'), trace))
  print(`${trace}: ${part.toLowerCase()}`, `${files} files`)

function print(name: string, value: number | string): void {
  console.log(`${name.padEnd(56)}${String(value).padStart(10)}`)
}

function list(paths: readonly string[]): void {
  if (isDetailed) for (const path of paths) console.log(`    ${path}`)
}
