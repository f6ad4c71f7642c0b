/** Runs tasks in parallel while their shares add up to at most `most`; the others wait in order. */
export function weightedLimit(most: number): <T>(share: number, work: () => Promise<T>) => Promise<T> {
  const waiting: { readonly share: number; readonly go: () => void }[] = []
  let taken = 0
  const admit = () => {
    for (let next = waiting[0]; next && taken + next.share <= most; next = waiting[0]) {
      waiting.shift()
      taken += next.share
      next.go()
    }
  }
  return async (asked, work) => {
    const share = Math.min(asked, most)
    await new Promise<void>((go) => {
      waiting.push({ share, go })
      admit()
    })
    try {
      return await work()
    } finally {
      taken -= share
      admit()
    }
  }
}
