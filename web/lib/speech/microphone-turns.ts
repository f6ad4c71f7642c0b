/** A dictation that wants the microphone. */
export interface Speaker {
  readonly begin: () => void
  readonly stop: () => void
}

let speaking: Speaker | null = null
let waiting: Speaker | null = null

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
