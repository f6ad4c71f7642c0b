/** The part of the browser's speech recognizer that is used. TypeScript has its events, but not the class. */
export interface Recognizer extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}

export type RecognizerClass = new () => Recognizer

interface MayRecognise {
  readonly SpeechRecognition?: RecognizerClass
  readonly webkitSpeechRecognition?: RecognizerClass
}

/** null = this browser has no dictation. */
export function recognizerClass(): RecognizerClass | null {
  const page: MayRecognise = globalThis as MayRecognise
  return page.SpeechRecognition ?? page.webkitSpeechRecognition ?? null
}

/**
 * Chrome on Android ignores `continuous`, marks guesses as final and repeats words with more appended. There,
 * each round is one utterance whose last result counts.
 */
export function hasSingleUtterances(userAgent: string): boolean {
  return /\bAndroid\b/.test(userAgent)
}
