import { observable } from '#web/lib/page/observable.ts'
import type { UnsentSurvey } from './second-record/unsent-surveys.ts'

export interface OpenStore {
  readonly identity: string
  /** Its last counted transaction when it was opened. */
  readonly commit: number
  /** Unsent work of an earlier store that could not be restored, for want of room say. Its record stays. */
  readonly unrestored?: readonly UnsentSurvey[] | undefined
}

/** The store that this page has open, once what an earlier one lost was restored; a new object with every opening. */
export const openStore = observable<OpenStore | null>(null)
