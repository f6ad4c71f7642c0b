import { expect, test } from 'vitest'
import { releaseMicrophone, requestMicrophone, type Speaker } from './dictation.ts'

function speaker(name: string, log: string[]): Speaker {
  return { begin: () => log.push(`${name} begins`), stop: () => log.push(`${name} is asked to stop`) }
}

test('the next speaker begins after the previous one’s last words', () => {
  const log: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => speaker(name, log)) as [Speaker, Speaker, Speaker]
  requestMicrophone(a)
  requestMicrophone(b)
  expect(log).toEqual(['a begins', 'a is asked to stop'])
  releaseMicrophone(a)
  expect(log.at(-1)).toBe('b begins')
  // Another round of the same speaker.
  requestMicrophone(b)
  expect(log.at(-1)).toBe('b begins')
  requestMicrophone(a)
  requestMicrophone(c)
  expect(log.slice(4)).toEqual(['b is asked to stop', 'a is asked to stop', 'b is asked to stop'])
  releaseMicrophone(c)
  releaseMicrophone(b)
  expect(log).toHaveLength(7)
  requestMicrophone(c)
  expect(log.at(-1)).toBe('c begins')
  releaseMicrophone(c)
})
