/** Lets so many through at once; the others wait in the order they came. */
export interface Slots {
  /** Calls `begin` when there is a slot. The result gives the slot, or the place in the queue, back. */
  take(begin: () => void): () => void
}

export function openSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count

  function next(): void {
    const begin = waiting.shift()
    if (begin) begin()
    else free += 1
  }

  return {
    take(begin) {
      let state: 'waiting' | 'running' | 'over' = 'waiting'
      const start = () => {
        state = 'running'
        begin()
      }
      if (free > 0) {
        free -= 1
        start()
      } else waiting.push(start)
      return () => {
        if (state === 'waiting') waiting.splice(waiting.indexOf(start), 1)
        if (state === 'running') next()
        state = 'over'
      }
    },
  }
}
