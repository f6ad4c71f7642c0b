/** What pages and the service worker say to each other. */

/** A page to a worker. `tidy`, to the active one: what neither a page nor a version needs may go. */
export type ToWorker = 'take-over' | 'tidy'

/** The worker to a page, with a port for the answer. */
export const whichProgram = 'which-program'

/** The path of the script that a page began with: it stands for one version of the program as a whole. */
export type ProgramPath = string
