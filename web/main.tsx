import './lib/start/trusted-types.ts'
import '@mantine/core/styles.css'
import 'virtual:theme-variables.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFirst } from './app/load-first-screen.ts'
import { watchErrors } from './app/watch-errors.ts'
import { keepDroppedFilesOut } from './lib/files/dropped-files.ts'
import { onServerRollback } from './lib/http/server-history.ts'
import { speakDeviceLanguage } from './lib/language/language.ts'
import { keepFocus } from './lib/page/focus-keeper.ts'
import { noteTaps } from './lib/page/second-tap.ts'
import { forgetOldPassword } from './lib/session/session.ts'
import { mendStyles } from './lib/start/failed-styles.ts'

// Off in the page's first script, as long as files were run.
Object.assign(Error, { stackTraceLimit: 10 })
// Calls and pictures fill the 250 that a browser remembers; which of the app's files came is asked much later, too.
performance.setResourceTimingBufferSize(2_000)
watchErrors()
forgetOldPassword()
mendStyles()
keepFocus()
noteTaps()
keepDroppedFilesOut()
onServerRollback(async (account) => {
  const { markAllUnverified } = await import('./offline/store/unverified.ts')
  await markAllUnverified(account)
})

const ready = completeEngine().then(loadFirst)
void Promise.all([speakDeviceLanguage(), ready, styled()]).then(draw)

/** Before any screen's code, which takes it for granted. */
async function completeEngine(): Promise<void> {
  if ('withResolvers' in Promise && 'groupBy' in Map) return
  // Screens that can do without come all the same, and the others say that something went wrong.
  await import('./lib/start/older-engines.ts').catch(() => undefined)
}

/**
 * The page's own style sheet holds up no first paint: it is loaded beside it, and counts from now on. Without it nothing
 * is drawn: the page's first script says that it did not come.
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

/** Chromium gives a sheet that did not come, too, and throws where it is read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    // That it is missing is told by its own event.
    return false
  }
}

function draw(): void {
  const root = document.getElementById('root')
  if (!root) return
  // What a boundary caught, too, is seen by whoever watches for errors.
  createRoot(root, { onCaughtError: (error) => reportError(error) }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
