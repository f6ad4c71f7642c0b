/** Why the program can't start, as one sentence for the operator: printed without a stack, exit code 1. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

/** Another process uses the same DATA_DIR. */
export class AlreadyRunning extends StartFailure {}

/** The log of the database layer; a pino logger fits. */
export interface DatabaseLog {
  info(text: string): void
  warn(text: string): void
  error(text: string): void
}
