import type { OutboxRow } from '../store/outbox-rows.ts'

/** Returns the answer whose media an entry changes. */
export function placeOf({ subSection, answer }: OutboxRow): { subSectionId: string; answerId: string } {
  return { subSectionId: subSection ?? '', answerId: answer ?? '' }
}

/** Returns the photo or video that a call names, if any. */
export function mediumIn(named: {
  readonly photo_id?: string | undefined
  readonly video_id?: string | undefined
}): string | null {
  return named.photo_id || named.video_id || null
}
