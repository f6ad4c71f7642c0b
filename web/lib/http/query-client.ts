import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { call, type Failure } from './call.ts'

/** A failed read, thrown for the query library; `failure` comes from `call`. */
export class ReadFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** For reads only; writes use `call` or the outbox. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `navigator.onLine` is often wrong; the call itself finds out.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (count, error) => count < 2 && isWorthAnotherTry(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
})

/** Query options of a read: `useQuery(reading(listSurveys, { query: { … } }))`. */
export function reading<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.name, input],
    queryFn: ({ signal }) => read(endpoint, input, signal),
  })
}

async function read<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
): Promise<ReplyOf<E>> {
  const result = await call(endpoint, input, { signal })
  if (!result.ok) throw new ReadFailed(result)
  return result.reply
}

/** Whether a read failed without reaching the server. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ReadFailed && error.failure.status === 0
}

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof ReadFailed && [0, 502, 503, 504].includes(error.failure.status)
}
