import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isMessageKey } from '#contract/messages/catalogue.ts'
import { firstWords } from '#contract/messages/first-words.ts'

const root = join(import.meta.dirname, '..', '..')

function placeOf(importer: string, name: string): string {
  return name.startsWith('#') ? join(root, name.slice(1)) : join(dirname(importer), name)
}

/** Returns all files that load with these: static imports, not dynamic ones. */
function filesWith(...starts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !existsSync(file)) continue
    found.add(file)
    const imported = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s(?!type\s)[^'"(]*?['"]([^'"]+\.tsx?)['"]/gm,
    )
    for (const [, name = ''] of imported) waiting.push(placeOf(file, name))
  }
  return found
}

function keysIn(these: ReadonlySet<string>): readonly string[] {
  return [...these]
    .filter((file) => file.startsWith(join(root, 'web')))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['"`](\w+\.\w+)['"`]/g)])
    .flatMap(([, key = '']) => (isMessageKey(key) ? [key] : []))
}

const files = filesWith(
  join(root, 'web/main.tsx'),
  join(root, 'web/features/sign-in/login-screen.tsx'),
  join(root, 'web/app/session-ended.tsx'),
)

test('the login loads only its own messages, and not the table of all screens', () => {
  const loaded = [...files].map((file) => file.slice(root.length + 1))
  expect(loaded).toContain('web/lib/language/translate.ts')
  expect(loaded).not.toContain('contract/messages/catalogue.ts')
  expect(loaded).not.toContain('contract/messages/es/catalogue.ts')
  expect(loaded).not.toContain('web/app/screens.ts')
})

test('the messages that load with the login are those it uses', () => {
  const said = keysIn(files)
  expect(said.length).toBeGreaterThan(20)
  expect([...firstWords].map(([key]) => key).sort()).toEqual([...new Set(said)].sort())
})

test('later parts bring their own messages', () => {
  const later = [...files]
    .filter((file) => file.endsWith('.tsx') || file.endsWith('entry.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(.*\n.*\n.*)\bimport\('([^']+\.tsx)'\)/g)].map(
        ([, before = '', name = '']) => ({ before, name: name.split('/').at(-1), path: placeOf(file, name) }),
      ),
    )
    .filter(
      ({ path }) =>
        !files.has(path) && keysIn(filesWith(path)).some((key) => firstWords.get(key) === undefined),
    )
  expect(later.map(({ name }) => name)).toContain('first-password.tsx')
  expect(later.filter(({ before }) => !before.includes('withMessages')).map(({ name }) => name)).toEqual([])
})
