import { browserHistory, type Location } from '#web/lib/page/history.ts'
import { layers } from '#web/lib/page/use-layer.ts'

const browser = browserHistory()
const { push, replace } = browser

/** The router's history; navigations first remove the history entries of dialogs and drawers. */
export const routerHistory = Object.assign(browser, {
  push: (...to: Parameters<typeof push>) => layers.navigate(() => push(...to)),
  replace: (...to: Parameters<typeof replace>) => layers.navigate(() => replace(...to)),
  go: (by: number) => layers.step(by),
})

/** The form is one screen at all of its addresses, also in the review queue. */
export function isWithinForm(from: Location, to: Location): boolean {
  return ['/survey/', '/Review/'].some((screen) =>
    [from, to].every(({ pathname }) => pathname.startsWith(screen)),
  )
}
