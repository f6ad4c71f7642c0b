/** Another list than the dashboard's, and what was opened from it last. */
interface Opened {
  readonly survey: string
  /** Of the list as it was: with what narrows it, and its page. */
  readonly list: string
}

let last: Opened | null = null

/** Whoever leaves this survey comes back to that list, for as long as the app is open. */
export function openedFrom(list: string, survey: string): void {
  last = { survey, list }
}

/** The dashboard is where one leads back to from here on. */
export function openedFromDashboard(): void {
  last = null
}

/** null = it was opened from the dashboard, or by its address. */
export function listOf(survey: string): string | null {
  return last?.survey === survey ? last.list : null
}
