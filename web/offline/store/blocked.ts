import { observable } from '#web/lib/page/observable.ts'

/** Another tab keeps the store as an earlier version of the app knew it, so that it cannot be opened here. */
export const blocked = observable(false)
