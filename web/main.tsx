import './lib/start/trusted-types.ts'
import '@mantine/core/styles.css'
import 'virtual:theme-variables.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFirstScreen } from './app/load-first-screen.ts'
import { watchErrors } from './app/watch-errors.ts'
import { ignoreDroppedFiles } from './lib/files/dropped-files.ts'
import { onServerRollback } from './lib/http/server-history.ts'
import { applyDeviceLanguage } from './lib/language/language.ts'
import { restoreLostFocus } from './lib/page/focus-keeper.ts'
import { noteTaps } from './lib/page/second-tap.ts'
import { deleteOldPassword } from './lib/session/session.ts'
import { watchFailedStyles } from './lib/start/failed-styles.ts'

// The page's first script disables stack traces while files are evaluated.
Object.assign(Error, { stackTraceLimit: 10 })
// Calls and pictures exceed the default of 250 entries, and loaded files are looked up much later.
performance.setResourceTimingBufferSize(2_000)
watchErrors()
deleteOldPassword()
watchFailedStyles()
restoreLostFocus()
noteTaps()
ignoreDroppedFiles()
onServerRollback(async (account) => {
  const { markAllUnverified } = await import('./offline/store/unverified.ts')
  await markAllUnverified(account)
})

const ready = completeEngine().then(loadFirstScreen)
void Promise.all([applyDeviceLanguage(), ready, styled()]).then(draw)

/** Loads polyfills before any screen's code, which relies on them. */
async function completeEngine(): Promise<void> {
  if ('withResolvers' in Promise && 'groupBy' in Map) return
  // Screens that do not need them still load, and the others report an error.
  await import('./lib/start/older-engines.ts').catch(() => undefined)
}

/**
 * Waits for the page's style sheet, which loads without blocking the first paint and applies from now on.
 * Without it nothing renders; the page's first script reports that it did not load.
 */
async function styled(): Promise<void> {
  const late = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="not all"]')
  await Promise.all(
    [...late].map((link) => {
      const loaded = new Promise<unknown>((resolve) => {
        if (hasRules(link)) resolve(null)
        link.addEventListener('load', resolve)
      })
      return loaded.then(() => {
        link.media = 'all'
      })
    }),
  )
}

/** Chromium returns a sheet that did not load, and throws when it is read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    // The sheet's own error event reports the failure.
    return false
  }
}

function draw(): void {
  const root = document.getElementById('root')
  if (!root) return
  // Error handlers also get errors that a boundary has caught.
  createRoot(root, { onCaughtError: (error) => reportError(error) }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
