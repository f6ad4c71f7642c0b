/** The list other than the dashboard that a survey was last opened from. */
interface Opened {
  readonly survey: string
  /** The list's address with its filters and page. */
  readonly list: string
}

let last: Opened | null = null

/** Makes this list the survey's way back, for as long as the app is open. */
export function openedFrom(list: string, survey: string): void {
  last = { survey, list }
}

/** Makes the dashboard the way back. */
export function openedFromDashboard(): void {
  last = null
}

/** The review queue, with its filters, while this survey is open in it; else null. */
export function queueOf(survey: string): string | null {
  const { pathname = '', search = '' } = globalThis.location ?? {}
  return survey !== '' && pathname.startsWith(`/Review/${survey}`) ? `/Review${search}` : null
}

/** null = opened from the dashboard or by its address. */
export function listOf(survey: string): string | null {
  const queue = queueOf(survey)
  if (queue !== null) return queue
  return last?.survey === survey ? last.list : null
}
