/** The part of the browser's speech recogniser that is used. TypeScript has its events, but not the class. */
export interface Recogniser extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}

export type RecogniserClass = new () => Recogniser

interface MayRecognise {
  readonly SpeechRecognition?: RecogniserClass
  readonly webkitSpeechRecognition?: RecogniserClass
}

/** null = this browser has no dictation. */
export function recogniserClass(): RecogniserClass | null {
  const page: MayRecognise = globalThis as MayRecognise
  return page.SpeechRecognition ?? page.webkitSpeechRecognition ?? null
}

/**
 * Chrome on Android ignores `continuous`, marks guesses as final and repeats words with more appended. There,
 * each round is one utterance whose last result counts.
 */
export function hearsOneUtterance(userAgent: string): boolean {
  return /\bAndroid\b/.test(userAgent)
}
