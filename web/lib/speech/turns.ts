/** Somebody who wants the microphone. */
export interface Speaker {
  readonly begin: () => void
  readonly stop: () => void
}

let speaking: Speaker | null = null
let waiting: Speaker | null = null

/** One at a time in the page: whoever has the microphone is stopped, and keeps it until the last words are there. */
export function takeTurn(speaker: Speaker): void {
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

export function giveTurn(speaker: Speaker): void {
  if (waiting === speaker) waiting = null
  if (speaking !== speaker) return
  speaking = waiting
  waiting = null
  speaking?.begin()
}
