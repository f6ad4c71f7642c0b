import type { SourceFile } from './source-files.ts'

/** The endpoints called over HTTP, by their exported name in the contract. */
export interface Callers {
  has(exported: string): boolean
}

/**
 * Collects endpoints that tests pass to the test client (`api.call(name, …)`, `api.upload(name, …)`) or whose
 * address they use (`name.path`), as for a stream. Imports, tables and comments do not count. A call in a
 * scene's function counts if a test calls that function.
 */
export function callersIn(tests: readonly SourceFile[], scenes: readonly SourceFile[]): Callers {
  const texts = tests.map(({ text }) => withoutComments(text))
  const inTests = new Set(texts.flatMap((text) => callsIn(text).map(({ name }) => name)))
  const whole = texts.join('\n')
  for (const scene of scenes) {
    const text = withoutComments(scene.text)
    for (const { name, at } of callsIn(text)) {
      const around = [...text.slice(0, at).matchAll(/^export (?:async )?function (\w+)/gm)].at(-1)?.[1]
      if (around !== undefined && new RegExp(`\\b${around}\\(`).test(whole)) inTests.add(name)
    }
  }
  return inTests
}

function callsIn(text: string): readonly { readonly name: string; readonly at: number }[] {
  const calls = text.matchAll(/\.(?:call|upload)(?:<[^>()]*>)?\(\s*(?:\w+\.)?(\w+)\b|\b(\w+)\.path\b/g)
  return [...calls].map((match) => ({ name: match[1] ?? match[2] ?? '', at: match.index }))
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1')
}
