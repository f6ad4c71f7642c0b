import { ReadFailed } from '#web/lib/http/query-client.ts'

export function isCutOff(error: Error): boolean {
  return error instanceof ReadFailed && error.failure.status === 0
}
