import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { layers } from '#web/lib/page/use-layer.ts'

const browser = createBrowserHistory({ v5Compat: true })
const { push, replace } = browser

/** The router's own history; what leads elsewhere goes around the entries of dialogs and drawers. */
export const routerHistory = Object.assign(browser, {
  push: (...to: Parameters<typeof push>) => layers.navigate(() => push(...to)),
  replace: (...to: Parameters<typeof replace>) => layers.navigate(() => replace(...to)),
  go: (by: number) => layers.step(by),
})
