import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DictationEvent,
  type DictationState,
  emptyRoundsMax,
  isOn,
  nextState,
  off,
} from './dictation-state.ts'

function play(...happenings: readonly DictationEvent[]): { state: DictationState; opened: number } {
  let state = off
  let opened = 0
  for (const happening of happenings) {
    const next = nextState(state, happening)
    state = next.state
    if (next.act === 'open') opened += 1
  }
  return { state, opened }
}
const start: DictationEvent = { kind: 'start' }
const stop: DictationEvent = { kind: 'stop' }
const heard: DictationEvent = { kind: 'heard' }
const ended: DictationEvent = { kind: 'ended' }
const error = (code: string): DictationEvent => ({ kind: 'error', code })

describe('dictation', () => {
  test('starts another round when the browser ends one with words', () => {
    const { state, opened } = play(start, heard, ended, heard, ended, heard, ended)
    expect(isOn(state)).toBe(true)
    expect(opened).toBe(4)
  })

  test('stops after two silent rounds', () => {
    const { state, opened } = play(start, error('no-speech'), ended, error('no-speech'), ended)
    expect(state).toEqual({ phase: 'off', problem: 'speech.nothingHeard' })
    expect(opened).toBe(emptyRoundsMax)
  })

  test('tolerates silence between words', () => {
    expect(isOn(play(start, ended, heard, ended, ended).state)).toBe(true)
  })

  test('a stop waits for the last words without a message', () => {
    expect(play(start, stop).state.phase).toBe('stopping')
    expect(play(start, stop, heard, ended).state).toEqual(off)
    // The way the browser ends no longer matters.
    expect(play(start, stop, error('aborted'), ended).state).toEqual(off)
  })

  test('continues if pressed again before the end', () => {
    const { state, opened } = play(start, stop, start, ended)
    expect(isOn(state)).toBe(true)
    expect(opened).toBe(2)
  })

  test.each([
    ['not-allowed', 'speech.notAllowed'],
    ['service-not-allowed', 'speech.notAllowed'],
    ['audio-capture', 'speech.noMicrophone'],
    ['network', 'speech.network'],
    ['language-not-supported', 'speech.language'],
    ['aborted', 'speech.interrupted'],
    ['something new', 'speech.failed'],
  ])('%s is said and ends it', (code, problem) => {
    const { state, opened } = play(start, error(code), ended)
    expect(state).toEqual({ phase: 'off', problem })
    expect(opened).toBe(1)
  })

  test('a new start clears the previous problem', () => {
    expect(play(start, error('network'), ended, start, stop, ended).state).toEqual(off)
  })
})

test('no sequence of events opens silent rounds forever', () => {
  const silent = fc.constantFrom(ended, error('no-speech'))
  fc.assert(
    fc.property(fc.array(silent, { maxLength: 50 }), (events) => {
      expect(play(start, ...events).opened).toBeLessThanOrEqual(emptyRoundsMax)
    }),
  )
})

test('a stop and an end always leave it off', () => {
  const any = fc.constantFrom(start, stop, heard, ended, error('network'), error('no-speech'))
  fc.assert(
    fc.property(fc.array(any, { maxLength: 50 }), (events) => {
      expect(play(...events, stop, ended).state.phase).toBe('off')
    }),
  )
})
