import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { ExportState } from '#contract/surveys/exports.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { StoreFull, StoreUnavailable, TooLarge } from '#server/files/store.ts'

/** How often a file is begun, so that an export that ends the server each time is not begun forever. */
export const attemptsMax = 3

/** Why an export failed, with the sentence for the user. */
export const failureTexts = {
  full: 'exports.failedFull',
  storage: 'exports.failedStorage',
  tooLarge: 'exports.failedTooLarge',
  other: 'exports.failedOther',
} as const satisfies Record<string, MessageKey>
export type ExportFailure = keyof typeof failureTexts

export function isExportFailure(text: string | null): text is ExportFailure {
  return text !== null && Object.hasOwn(failureTexts, text)
}

/** Returns why an export failed, or null if the database is away and the export can be written later. */
export function failureOfExport(error: unknown): ExportFailure | null {
  if (error instanceof StoreFull) return 'full'
  if (error instanceof StoreUnavailable) return 'storage'
  if (error instanceof TooLarge) return 'tooLarge'
  return isUnavailable(error) ? null : 'other'
}

/** Returns when the file is deleted. */
export function expiryOf(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + limits.exportLife)
}

/** Exports that were finished, or created, before this moment have expired. */
export function expiredBefore(now: Date): Date {
  return new Date(now.getTime() - limits.exportLife)
}

/** The state now: a file may be past its time before housekeeping deletes it. */
export function stateOf(
  { state, finished_at }: { readonly state: string; readonly finished_at: Date | null },
  now: Date,
): ExportState {
  const isOver = state === 'done' && finished_at !== null && expiryOf(finished_at) <= now
  return isOver ? 'expired' : (state as ExportState)
}
