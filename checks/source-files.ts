import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface SourceFile {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  readonly text: string
}

/** Returns all tracked and untracked TypeScript files, without generated ones. */
export function sourceFiles(): readonly SourceFile[] {
  return trackedFiles(['*.ts', '*.tsx'])
}

/** Returns all tracked and untracked files whose paths match, without generated ones. */
export function trackedFiles(patterns: readonly string[]): readonly SourceFile[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns],
    { encoding: 'utf8' },
  )
  const paths = [...new Set(listed.split('\0'))].filter(
    (path) => path !== '' && path !== 'server/db/tables.ts',
  )
  return paths.flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      return [] // deleted but not yet committed
    }
  })
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/')
}

/** Returns every module that a file imports: project files as paths from the root, packages by name. */
export function importsOf(file: SourceFile): readonly string[] {
  const named = file.text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n]*?)?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...named].map((match) => resolve(file.path, match[1] ?? match[2] ?? match[3] ?? ''))
}

function resolve(from: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? normalize(join(dirname(from), name)) : name
}

/** Prints the faults and sets the exit code. */
export function report(rule: string, found: readonly string[]): void {
  for (const line of found) console.error(line)
  console.log(found.length === 0 ? `${rule}: kept` : `${rule}: broken in ${found.length} places`)
  process.exitCode = found.length === 0 ? 0 : 1
}
