import { observable } from '#web/lib/page/observable.ts'

/** The store that this page has open, once what an earlier one lost was restored; a new object with every opening. */
export const openStore = observable<{ readonly identity: string } | null>(null)
