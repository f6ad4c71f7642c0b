import { dirname, join, normalize } from 'node:path'
import { importsOf, isTest, type SourceFile } from '#checks/source-files.ts'

const smallLines = 60

export interface SourceCounts {
  readonly files: number
  readonly lines: number
  readonly linesByFolder: ReadonlyMap<string, number>
  /** Share of files outside of tests that exactly one other file outside of tests imports. */
  readonly singleImporterShare: number
  /** Files of at most 60 lines whose only importer is in the same folder. */
  readonly smallSingleUse: readonly string[]
}

export function countSources(sources: readonly SourceFile[]): SourceCounts {
  const linesByFolder = new Map<string, number>()
  for (const file of sources) {
    const folder = file.path.includes('/') ? (file.path.split('/')[0] ?? '') : '.'
    linesByFolder.set(folder, (linesByFolder.get(folder) ?? 0) + linesOf(file))
  }
  const code = sources.filter(({ path }) => !isTest(path))
  const single = singleImporters(code)
  return {
    files: sources.length,
    lines: sources.reduce((sum, file) => sum + linesOf(file), 0),
    linesByFolder,
    singleImporterShare: code.length === 0 ? 0 : single.size / code.length,
    smallSingleUse: code
      .filter(
        (file) => linesOf(file) <= smallLines && dirname(single.get(file.path) ?? '/') === dirname(file.path),
      )
      .map(({ path }) => path),
  }
}

function linesOf({ text }: SourceFile): number {
  return text.split('\n').length - 1
}

/** Returns the importer of each file that exactly one file imports. */
function singleImporters(code: readonly SourceFile[]): ReadonlyMap<string, string> {
  const importers = new Map<string, Set<string>>(code.map(({ path }) => [path, new Set()]))
  for (const file of code) for (const name of importsOf(file)) importers.get(name)?.add(file.path)
  return new Map(
    [...importers].flatMap(([path, [only, ...others]]) =>
      only !== undefined && others.length === 0 ? [[path, only] as const] : [],
    ),
  )
}

/** Returns how many files each part (`## …`) of the trace links to. `path` locates relative links. */
export function tracedFiles(trace: string, path: string): ReadonlyMap<string, number> {
  const parts = trace.split(/^## /m).slice(1)
  return new Map(
    parts.map((part) => {
      const links = [...part.matchAll(/\]\(([^)#]+\.tsx?)\)/g)].map(([, link]) =>
        normalize(join(dirname(path), link ?? '')),
      )
      return [part.split('\n', 1)[0] ?? '', new Set(links).size]
    }),
  )
}
