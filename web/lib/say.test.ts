import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { catalogue, isMessageKey } from '#contract/messages/catalogue.ts'
import { fill, say } from './say.ts'

const withValues = [...catalogue].filter(([, text]) => text.includes('{'))

test('the whole catalogue reads as the full formatter would write it', () => {
  for (const [key, text] of withValues) {
    const format = new IntlMessageFormat(text, 'en-US')
    const names = [...text.matchAll(/\{(\w+)/g)].map((hit) => String(hit[1]))
    for (const number of [0, 1, 2, 1234]) {
      const values = Object.fromEntries(names.map((name) => [name, number]))
      expect(isMessageKey(key) && say(key, values), key).toBe(String(format.format(values)))
    }
  }
})

test('values are taken as they are, braces and dollar signs too', () => {
  expect(fill('Delete {name}?', { name: '$& {x}' })).toBe('Delete $& {x}?')
})
