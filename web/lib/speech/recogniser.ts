/** What is used of the browser's speech recogniser. TypeScript knows its events, but not the class itself. */
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
 * Chrome on Android ignores `continuous`, calls guesses final and gives the same words again with more behind them.
 * There one round is taken as one utterance, of which the last word counts.
 */
export function hearsOneUtterance(userAgent: string): boolean {
  return /\bAndroid\b/.test(userAgent)
}
