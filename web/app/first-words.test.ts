import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isMessageKey } from '#contract/messages/catalogue.ts'
import { firstWords } from '#contract/messages/first-words.ts'

const root = join(import.meta.dirname, '..', '..')

/** All files that come with these: what they import at once, not what they load later. */
function filesWith(...starts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !existsSync(file)) continue
    found.add(file)
    const imported = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s(?!type\s)[^'"]*?['"]([^'"]+\.tsx?)['"]/gm,
    )
    for (const [, name = ''] of imported)
      waiting.push(name.startsWith('#') ? join(root, name.slice(1)) : join(dirname(file), name))
  }
  return found
}

const files = filesWith(
  join(root, 'web/main.tsx'),
  join(root, 'web/features/sign-in/login-screen.tsx'),
  join(root, 'web/app/session-ended.tsx'),
)

test('the login brings no words but its own', () => {
  const loaded = [...files].map((file) => file.slice(root.length + 1))
  expect(loaded).toContain('web/lib/language/translate.ts')
  expect(loaded).not.toContain('contract/messages/catalogue.ts')
  expect(loaded).not.toContain('contract/messages/es/catalogue.ts')
})

test('the words that come with the login are those that it says', () => {
  const said = [...files]
    .filter((file) => file.startsWith(join(root, 'web')))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['"`](\w+\.\w+)['"`]/g)])
    .flatMap(([, key = '']) => (isMessageKey(key) ? [key] : []))
  expect(said.length).toBeGreaterThan(20)
  expect([...firstWords.keys()].sort()).toEqual([...new Set(said)].sort())
})
