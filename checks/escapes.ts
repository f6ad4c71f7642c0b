import { report, sourceFiles } from './source-files.ts'

/**
 * Forbidden ways around the compiler, the linter or a failing test, and engine bugs that tests find only
 * sometimes; a `biome-ignore` must state its reason.
 */
const escapes: readonly { readonly pattern: RegExp; readonly instead: string; readonly within?: string }[] = [
  {
    pattern: /\bas any\b|: any(?=[\s,)\];=]|$)(?! [a-z])|<any>/,
    instead: 'name the type, or take unknown and look.',
  },
  { pattern: /@ts-(ignore|expect-error|nocheck)/, instead: 'mend the type.' },
  {
    pattern: /\b(it|test|describe)\.(skip|only|todo|fails)\b/,
    instead: 'a test runs and can fail, or it goes.',
  },
  {
    pattern: /AbortSignal\.any\(/,
    instead: 'WebKit forgets such a signal while a fetch waits with it: take anySignal.',
    within: 'web/',
  },
  { pattern: /biome-ignore [^:]*(:\s*$|$)/, instead: 'give the reason behind the colon.' },
]

const broken = sourceFiles()
  .filter((file) => file.path !== 'checks/escapes.ts')
  .flatMap((file) =>
    file.text.split('\n').flatMap((line, index) => {
      const found = escapes.find((one) => file.path.startsWith(one.within ?? '') && one.pattern.test(line))
      return found ? [`${file.path}:${index + 1} ${line.trim()}: ${found.instead}`] : []
    }),
  )
report('No escapes', broken)
