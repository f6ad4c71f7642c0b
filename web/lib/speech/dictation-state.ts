import type { MessageKey } from '#contract/messages/catalogue.ts'

/** Rounds without a word before dictation stops; each round beeps on a phone. */
export const emptyRoundsMax = 2

export type DictationState =
  | { readonly phase: 'off'; readonly problem: MessageKey | null }
  /** Requested by the user. The browser ends rounds by itself; another one follows. */
  | { readonly phase: 'listening'; readonly heard: boolean; readonly emptyRounds: number }
  /** The last words may still arrive. `again`: restarted before the end. */
  | { readonly phase: 'stopping'; readonly problem: MessageKey | null; readonly again: boolean }

export type DictationEvent =
  | { readonly kind: 'start' }
  | { readonly kind: 'stop'; readonly problem?: MessageKey }
  | { readonly kind: 'heard' }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'ended' }

/** The action for the browser's recognizer: start a round, or end the running one. */
export type DictationAction = 'open' | 'close' | null

export const off: DictationState = { phase: 'off', problem: null }
const listening: DictationState = { phase: 'listening', heard: false, emptyRounds: 0 }

const problems: Readonly<Record<string, MessageKey>> = {
  'not-allowed': 'speech.notAllowed',
  'service-not-allowed': 'speech.notAllowed',
  'audio-capture': 'speech.noMicrophone',
  network: 'speech.network',
  'language-not-supported': 'speech.language',
  'bad-grammar': 'speech.language',
  aborted: 'speech.interrupted',
}

/** The complete state machine of dictation. */
export function nextState(
  state: DictationState,
  happening: DictationEvent,
): { readonly state: DictationState; readonly act: DictationAction } {
  switch (happening.kind) {
    case 'start':
      if (state.phase === 'off') return { state: listening, act: 'open' }
      if (state.phase === 'stopping') return stay({ ...state, again: true })
      return stay(state)
    case 'stop': {
      if (state.phase === 'off') return stay(state)
      const problem = happening.problem ?? null
      if (state.phase === 'stopping')
        return stay({ ...state, again: false, problem: problem ?? state.problem })
      return { state: { phase: 'stopping', problem, again: false }, act: 'close' }
    }
    case 'heard':
      return stay(state.phase === 'listening' ? { ...state, heard: true, emptyRounds: 0 } : state)
    case 'error':
      // Silence is no failure: the round ends and is counted.
      if (state.phase !== 'listening' || happening.code === 'no-speech') return stay(state)
      return nextState(state, { kind: 'stop', problem: problems[happening.code] ?? 'speech.failed' })
    case 'ended':
      return afterRound(state)
  }
}

/** Whether the user has dictation switched on. */
export function isOn(state: DictationState): boolean {
  return state.phase === 'listening' || (state.phase === 'stopping' && state.again)
}

function afterRound(state: DictationState): { state: DictationState; act: DictationAction } {
  if (state.phase === 'off') return stay(state)
  if (state.phase === 'stopping') {
    return state.again ? { state: listening, act: 'open' } : stay({ phase: 'off', problem: state.problem })
  }
  const emptyRounds = state.heard ? 0 : state.emptyRounds + 1
  if (emptyRounds >= emptyRoundsMax) return stay({ phase: 'off', problem: 'speech.nothingHeard' })
  return { state: { phase: 'listening', heard: false, emptyRounds }, act: 'open' }
}

function stay(state: DictationState): { state: DictationState; act: DictationAction } {
  return { state, act: null }
}
