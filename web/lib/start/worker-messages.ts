/** Messages between pages and the service worker. */

/**
 * From a page to a worker. `tidy`, to the active one: delete files that neither a page nor a version needs.
 */
export type ToWorker = 'take-over' | 'tidy'

/** From the worker to a page, with a port for the reply. */
export const whichProgram = 'which-program'

/** Path of a page's first script; identifies a version of the whole program. */
export type ProgramPath = string
