/** Lets at most `most` works run at once; the others wait in the order they came. */
export function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy >= most) await new Promise<void>((go) => waiting.push(go))
    else busy++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
