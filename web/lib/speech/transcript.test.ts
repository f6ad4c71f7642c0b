import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Results, readResults, readUtterance } from './dictation.ts'

/** Words ending in '.' are final. */
function results(...texts: readonly string[]): Results {
  return texts.map((text) => ({ isFinal: text.endsWith('.'), 0: { transcript: text.replace('.', '') } }))
}

test('returns final words once and the rest as interim', () => {
  expect(readResults(results('front gate', ' is'), 0)).toEqual({
    final: '',
    interim: 'front gate is',
    taken: 0,
  })
  expect(readResults(results('front gate.', ' is open'), 0)).toEqual({
    final: 'front gate',
    interim: 'is open',
    taken: 1,
  })
  expect(readResults(results('front gate.', ' is open.'), 1)).toEqual({
    final: 'is open',
    interim: '',
    taken: 2,
  })
  expect(readResults(results('front gate.', ' is open.'), 2)).toEqual({ final: '', interim: '', taken: 2 })
})

test('a list that is repeated returns every word once', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(words, fc.array(fc.nat(8)), (said, lengths) => {
      let taken = 0
      const got: string[] = []
      for (const length of [...lengths.sort((a, b) => a - b), said.length]) {
        const heard = readResults(results(...said.slice(0, length).map((word) => `${word}.`)), taken)
        taken = heard.taken
        if (heard.final) got.push(heard.final)
      }
      expect(got.join(' ')).toBe(said.join(' '))
    }),
  )
})

test('only the newest version of an utterance counts', () => {
  expect(readUtterance(results('twinkle.', 'twinkle twinkle.', 'twinkle twinkle little.'))).toEqual({
    words: 'twinkle twinkle little',
    sure: true,
  })
  expect(readUtterance(results('twin'))).toEqual({ words: 'twin', sure: false })
})
