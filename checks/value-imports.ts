import { importsOf, type SourceFile } from './source-files.ts'

/** Every module that a file needs at run time: imports and exports of types alone are gone then, and may point both ways. */
export function valueImportsOf(file: SourceFile): readonly string[] {
  return importsOf({ ...file, text: withoutTypes(file.text) })
}

function withoutTypes(text: string): string {
  return text.replaceAll(
    /(^|\n)(?:import|export)\s+type\s+(?:[\w$]+|\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)\s+from\s*['"][^'"]+['"]/g,
    '$1',
  )
}
