import { importsOf, type SourceFile } from './source-files.ts'

/**
 * Returns every module that a file needs at run time. Type-only imports are erased, so they may be circular.
 */
export function valueImportsOf(file: SourceFile): readonly string[] {
  return importsOf({ ...file, text: withoutTypes(file.text) })
}

function withoutTypes(text: string): string {
  return text.replaceAll(
    /(^|\n)(?:import|export)\s+type\s+(?:[\w$]+|\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)\s+from\s*['"][^'"]+['"]/g,
    '$1',
  )
}
