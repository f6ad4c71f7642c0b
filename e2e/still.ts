/**
 * In the page: until it was at one place for two frames. A plan is fitted into its window as soon as that
 * has a size; a dialog slides in, and whoever presses beside it closes it.
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
