import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type DictationEvent, type DictationState, isOn, nextState, off } from './dictation-state.ts'
import { hasSingleUtterances, type Recognizer, recognizerClass } from './recognizer.ts'

let speaking: Speaker | null = null

let waiting: Speaker | null = null

export interface DictationView {
  readonly wanted: boolean
  /** Provisional words; shown, never stored. */
  readonly interim: string
  readonly problem: MessageKey | null
}

interface Uses {
  /** Receives final words. Returns false if they did not all fit. */
  readonly onWords: (words: string) => boolean
  readonly language: () => string
}

/** Milliseconds that the browser may take for its last words. */
const lastWords = 4_000

/** Dictates into one field by consecutive browser rounds until the user stops. */
export class Dictation {
  view: DictationView = { wanted: false, interim: '', problem: null }
  #uses: Uses
  #state: DictationState = off
  #round: { readonly recognizer: Recognizer; readonly leave: () => void } | null = null
  #late: ReturnType<typeof setTimeout> | undefined
  #listeners = new Set<() => void>()
  #turn: Speaker = { begin: () => this.#open(), stop: () => this.stop() }

  constructor(uses: Uses) {
    this.#uses = uses
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  toggle(): void {
    this.#happen({ kind: isOn(this.#state) ? 'stop' : 'start' })
  }

  /** Stops; pending words still arrive. */
  stop(problem?: MessageKey): void {
    this.#happen({ kind: 'stop', ...(problem && { problem }) })
  }

  #happen(happening: DictationEvent): void {
    const before = this.#state
    const { state, act } = nextState(before, happening)
    this.#state = state
    if (before.phase === 'off' && state.phase !== 'off') {
      document.addEventListener('visibilitychange', this.#onHide)
    }
    this.#show({})
    if (act === 'open') requestMicrophone(this.#turn)
    if (act === 'close') this.#close()
    if (state.phase === 'off' && before.phase !== 'off') {
      document.removeEventListener('visibilitychange', this.#onHide)
      releaseMicrophone(this.#turn)
    }
  }

  #onHide = (): void => {
    if (document.visibilityState === 'hidden') this.stop()
  }

  #open(): void {
    const Class = recognizerClass()
    if (!Class) {
      this.#fail()
      return
    }
    try {
      const recognizer = new Class()
      const oneUtterance = hasSingleUtterances(navigator.userAgent)
      recognizer.lang = this.#uses.language()
      recognizer.continuous = !oneUtterance
      recognizer.interimResults = true
      this.#listen(recognizer, oneUtterance)
      recognizer.start()
    } catch {
      // Shown to the user as a failed dictation.
      this.#fail()
    }
  }

  #listen(recognizer: Recognizer, oneUtterance: boolean): void {
    const left = new AbortController()
    const on = (type: string, handle: (event: Event) => void) =>
      recognizer.addEventListener(type, handle, { signal: left.signal })
    let taken = 0
    let utterance = ''
    on('result', (event) => {
      const { results } = event as SpeechRecognitionEvent
      if (!oneUtterance) {
        const heard = readResults(results, taken)
        taken = heard.taken
        return this.#handleResults(heard)
      }
      const { words, sure } = readUtterance(results)
      if (sure) utterance = words
      this.#handleResults({ final: '', interim: words, taken: 0 })
    })
    on('error', (event) => {
      this.#happen({ kind: 'error', code: (event as SpeechRecognitionErrorEvent).error })
    })
    on('end', () => {
      this.#leave()
      if (utterance) this.#handleResults({ final: utterance, interim: '', taken: 0 })
      this.#show({ interim: '' })
      this.#happen({ kind: 'ended' })
    })
    this.#round = { recognizer, leave: () => left.abort() }
  }

  #handleResults({ final, interim }: Transcript): void {
    if (final || interim) this.#happen({ kind: 'heard' })
    this.#show({ interim })
    if (final && !this.#uses.onWords(final)) this.stop('speech.full')
  }

  #close(): void {
    if (!this.#round) {
      this.#happen({ kind: 'ended' })
      return
    }
    const { recognizer } = this.#round
    this.#late = setTimeout(() => {
      this.#leave()
      quietly(() => recognizer.abort())
      this.#show({ interim: '' })
      this.#happen({ kind: 'ended' })
    }, lastWords)
    quietly(() => recognizer.stop())
  }

  /** Handles a speech service that could not be started. */
  #fail(): void {
    this.#leave()
    this.#happen({ kind: 'error', code: 'failed' })
  }

  #leave(): void {
    clearTimeout(this.#late)
    this.#round?.leave()
    this.#round = null
  }

  #show(change: { readonly interim?: string }): void {
    const view: DictationView = {
      wanted: isOn(this.#state),
      interim: change.interim ?? this.view.interim,
      problem: this.#state.phase === 'off' ? this.#state.problem : null,
    }
    const same = (Object.keys(view) as (keyof DictationView)[]).every((key) => view[key] === this.view[key])
    if (same) return
    this.view = view
    for (const listener of this.#listeners) listener()
  }
}

/** Ignores the error of a recognizer that has already ended. */
function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // It had already ended.
  }
}

/** A dictation that wants the microphone. */
export interface Speaker {
  readonly begin: () => void
  readonly stop: () => void
}

/** Takes the page's microphone. The current speaker is stopped and keeps it until its last words arrive. */
export function requestMicrophone(speaker: Speaker): void {
  if (speaking === null || speaking === speaker) {
    speaking = speaker
    speaker.begin()
    return
  }
  const before = waiting
  waiting = speaker
  if (before !== null && before !== speaker) before.stop()
  speaking.stop()
}

export function releaseMicrophone(speaker: Speaker): void {
  if (waiting === speaker) waiting = null
  if (speaking !== speaker) return
  speaking = waiting
  waiting = null
  speaking?.begin()
}

/** The browser's list of results, or anything shaped like it. */
export interface Results {
  readonly length: number
  readonly [index: number]: {
    readonly isFinal: boolean
    readonly [index: number]: { readonly transcript: string }
  }
}

interface Transcript {
  /** New final words. */
  readonly final: string
  /** Words that may still change. */
  readonly interim: string
  /** Number of results consumed. */
  readonly taken: number
}

/** Returns each final result once, even if the browser repeats the list. */
export function readResults(results: Results, taken: number): Transcript {
  const final: string[] = []
  let next = taken
  while (results[next]?.isFinal) final.push(transcript(results, next++))
  const interim: string[] = []
  for (let at = next; at < results.length; at++) interim.push(transcript(results, at))
  return { final: joined(final), interim: joined(interim), taken: next }
}

/** Returns the newest version of an utterance; it is final when the round ends. */
export function readUtterance(results: Results): { readonly words: string; readonly sure: boolean } {
  const last = results.length - 1
  return { words: joined([transcript(results, last)]), sure: results[last]?.isFinal ?? false }
}

function transcript(results: Results, index: number): string {
  return results[index]?.[0]?.transcript ?? ''
}

function joined(parts: readonly string[]): string {
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim()
}
