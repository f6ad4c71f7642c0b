import type { TestContext } from 'vitest'

/**
 * Adds texts to a failed test's message, such as what its pages show. Often only a run's output is available: the JSON
 * report has the stack, the terminal the message.
 */
export function addToFailure({ result }: TestContext['task'], texts: readonly string[]): void {
  const [error] = result?.errors ?? []
  if (!error) return
  error.message = [error.message, ...texts].join('\n\n')
  error.stack = [error.stack ?? '', ...texts].join('\n\n')
}
