/** The browser's list of results, or anything shaped like it. */
export interface Results {
  readonly length: number
  readonly [index: number]: {
    readonly isFinal: boolean
    readonly [index: number]: { readonly transcript: string }
  }
}

export interface Transcript {
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
