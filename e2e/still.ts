/**
 * Runs in the page: resolves once an element stayed in place for two frames. A plan is fitted when its window
 * gets a size, and a dialog slides in; a press beside it would close it.
 */
export function standsStill(node: Element): Promise<void> {
  return new Promise((done) => {
    const placeOf = () => Object.values(node.getBoundingClientRect().toJSON()).join()
    let before = ''
    const look = () => {
      const now = placeOf()
      if (now === before) return done()
      before = now
      requestAnimationFrame(look)
    }
    look()
  })
}
