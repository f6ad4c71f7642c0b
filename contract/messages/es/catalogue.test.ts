import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { spanish } from './catalogue.ts'

type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/** Returns the parts that must be equal in all languages: names of values, and branches of plurals. */
function skeletonOf(text: string): string[] {
  return [...new Set(new IntlMessageFormat(text, 'en').getAst().flatMap(holesOf))].sort()
}

function holesOf(part: Part): string[] {
  if ('options' in part) {
    const branches = Object.entries(part.options)
    return [
      `${part.value}: ${branches.map(([name]) => name).join(' ')}`,
      ...branches.flatMap(([, { value }]) => value.flatMap(holesOf)),
    ]
  }
  return 'value' in part && !('style' in part) && part.type === 1 ? [part.value] : []
}

test('every sentence has its Spanish', () => {
  const missing = [...catalogue].filter(([key]) => spanish.get(key) === undefined)
  expect(missing).toEqual([])
  const unknown = [...spanish].filter(([key]) => catalogue.get(key) === undefined)
  expect(unknown).toEqual([])
})

test('the Spanish has the same values and plurals', () => {
  for (const [key, text] of spanish) {
    expect({ key, skeleton: skeletonOf(text) }).toEqual({
      key,
      skeleton: skeletonOf(catalogue.get(key) ?? ''),
    })
  }
})

test('only names and single words stay in English', () => {
  const same = [...spanish].filter(
    ([key, text]) =>
      text === catalogue.get(key) && /[a-zA-Z]{3,} [a-zA-Z]{2,}/.test(text.replaceAll(/\{[^}]*\}/g, '')),
  )
  expect(same).toEqual([])
})

test('a question begins as Spanish questions do', () => {
  const halves = [...spanish].filter(([, text]) => text.includes('?') !== text.includes('¿'))
  expect(halves).toEqual([])
})
