import { expect, test } from 'vitest'
import { giveTurn, type Speaker, takeTurn } from './microphone-turns.ts'

function speaker(name: string, log: string[]): Speaker {
  return { begin: () => log.push(`${name} begins`), stop: () => log.push(`${name} is asked to stop`) }
}

test('the next speaker begins after the previous one’s last words', () => {
  const log: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => speaker(name, log)) as [Speaker, Speaker, Speaker]
  takeTurn(a)
  takeTurn(b)
  expect(log).toEqual(['a begins', 'a is asked to stop'])
  giveTurn(a)
  expect(log.at(-1)).toBe('b begins')
  // Another round of the same speaker.
  takeTurn(b)
  expect(log.at(-1)).toBe('b begins')
  takeTurn(a)
  takeTurn(c)
  expect(log.slice(4)).toEqual(['b is asked to stop', 'a is asked to stop', 'b is asked to stop'])
  giveTurn(c)
  giveTurn(b)
  expect(log).toHaveLength(7)
  takeTurn(c)
  expect(log.at(-1)).toBe('c begins')
  giveTurn(c)
})
