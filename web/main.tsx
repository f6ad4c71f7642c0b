import '@mantine/core/styles.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFirst } from './app/preload.ts'
import { keepFocus } from './lib/focus-keeper.ts'
import { keepDroppedFilesOut } from './lib/given-files.ts'
import { speakDeviceLanguage } from './lib/language.ts'
import { onServerRollback } from './lib/server-history.ts'
import { forgetOldPassword } from './lib/session.ts'

forgetOldPassword()
loadFirst()
keepFocus()
keepDroppedFilesOut()
onServerRollback(async (account) => {
  const { doubtAll } = await import('./offline/went-back/doubt.ts')
  await doubtAll(account)
})

const words = speakDeviceLanguage()
if (words) void words.then(draw)
else draw()

function draw(): void {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
