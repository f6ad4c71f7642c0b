/** Child process of the pool's tests: does what the task says, including what no child should. */
import type { Answer } from '../worker/tasks.ts'

export type Order = 'answer' | 'environment' | 'crash' | 'exit' | 'hang' | 'swell' | 'grow'

const held: Buffer[] = []

function obey(order: Order): unknown {
  if (order === 'crash') process.abort()
  if (order === 'exit') process.exit(3)
  if (order === 'environment') return Object.keys(process.env)
  for (; order === 'hang'; ) held.length = 0
  if (order === 'swell') for (let n = 0; n < 40; n++) held.push(Buffer.alloc(10_000_000, 1))
  return process.pid
}

process.on('message', (order: Order) => {
  if (order === 'swell') {
    obey(order)
    return // no answer: it stays this large until it is ended
  }
  const value = obey(order)
  process.send?.({ value, rss: order === 'grow' ? Number.MAX_SAFE_INTEGER : 1 } satisfies Answer)
})
