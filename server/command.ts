import { type ParseArgsConfig, parseArgs } from 'node:util'
import { BadConfig } from './config.ts'
import { failureMessage } from './db/failure-message.ts'
import { StartFailure } from './db/start-failure.ts'
import { isUnavailable } from './db/unavailable.ts'
import { BucketFull, BucketUnavailable } from './files/s3/unavailable.ts'

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const inMegabytes = new Intl.NumberFormat('en-US', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
})

/** '12.3 MB' */
export function megabytes(bytes: number): string {
  return inMegabytes.format(bytes / 1e6)
}

/** A database log for commands: errors only. */
export const quiet = { info() {}, warn() {}, error: print }

/** A failure of a command, as one sentence for the operator. */
export class CommandFailure extends Error {}

/** Faults that an operator can fix, by the system's error code. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room left on the disk',
  EDQUOT: 'There is no room left on the disk',
  EROFS: 'The disk can only be read',
  EACCES: 'This user has no right to it',
  EPERM: 'This user has no right to it',
}

/** Parses a command's arguments; unknown ones fail with its usage. */
export function argumentsOf<Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    // The usage shows the valid options.
    throw new CommandFailure(usage)
  }
}

/**
 * Runs an operator's command, which returns the exit code. A failure that an operator can fix prints one
 * sentence, others their stack; both exit with 2.
 */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    process.stderr.write(`${sentenceOf(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
    process.exitCode = 2
  }
}

/** Returns a sentence for a failure that an operator can fix, or null for others. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof BadConfig || error instanceof StartFailure || error instanceof CommandFailure)
    return error.message
  if (error instanceof BucketUnavailable || error instanceof BucketFull) return error.message
  const words = failureMessage(error)
  if (words !== null || !(error instanceof Error)) return words
  const reason = 'code' in error ? reasons[String(error.code)] : undefined
  if (reason) return `${reason}: ${error.message}`
  if (isUnavailable(error)) return `The database does not answer: ${error.message}`
  return sentenceOf(error.cause)
}
