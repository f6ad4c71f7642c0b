/** Why the program cannot start, as one sentence for the person who starts it: printed without a stack, exit code 1. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

/** Another process works in the same DATA_DIR. */
export class AlreadyRunning extends StartFailure {}

/** What the database layer reports while it works; a pino logger fits. */
export interface DatabaseLog {
  info(text: string): void
  warn(text: string): void
  error(text: string): void
}
