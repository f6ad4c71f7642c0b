import { observable } from '#web/lib/page/observable.ts'

/** True while another tab holds the store open in an older version, so this page can't open it. */
export const storeBlocked = observable(false)
