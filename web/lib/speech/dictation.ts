import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type DictationEvent, type DictationState, isOn, nextState, off } from './dictation-state.ts'
import { releaseMicrophone, requestMicrophone, type Speaker } from './microphone-turns.ts'
import { hasSingleUtterances, type Recognizer, recognizerClass } from './recognizer.ts'
import { readResults, readUtterance, type Transcript } from './transcript.ts'

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
