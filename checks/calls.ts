import type { SourceFile } from './source-files.ts'

/** Who calls an endpoint over HTTP, by the name that the contract exports it under. */
export interface Callers {
  has(exported: string): boolean
}

/**
 * A test counts that hands the endpoint to the client of the tests (`api.call(name, …)`, `api.upload(name, …)`) or asks
 * for its address itself (`name.path`), as for a stream; a name in an import, a table or a comment does not. Where a
 * function of a scene makes the call, a test has to call that function.
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
