import type { SurveySync, Unsure } from '#web/offline/outbox/status.ts'

export interface SyncReading {
  readonly sync: SurveySync | null
  /** Why the state is unknown. */
  readonly unsure: Unsure | null
}

/** Milliseconds a state must last before it is shown, so a quick save does not flicker. */
const minDuration = {
  'on this device': 0,
  sending: 1_200,
  'on the server': 700,
  'needs attention': 0,
} as const

/**
 * Debounces sync states. A pending change is published after its delay even if readings keep arriving, so continuous
 * typing cannot keep an outdated state on the screen.
 */
export function debounceSync(show: (synced: SyncReading) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY
  let shown: SyncReading | null = null
  const publish = (synced: SyncReading) => {
    clearTimeout(timer)
    due = Number.POSITIVE_INFINITY
    shown = synced
    show(synced)
  }
  let last: SyncReading = { sync: null, unsure: null }
  return {
    take(sync: SurveySync | null, unsure: Unsure | null): void {
      last = { sync, unsure }
      const wait = shown && sync ? minDuration[sync.state] : 0
      const at = performance.now() + wait
      if (wait === 0 || shown?.sync?.state === sync?.state) publish(last)
      else if (at < due) {
        clearTimeout(timer)
        due = at
        timer = setTimeout(() => publish(last), wait)
      }
    },
    end: () => clearTimeout(timer),
  }
}
