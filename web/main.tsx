import '@mantine/core/styles.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFirst } from './app/preload.ts'
import { keepFocus } from './lib/focus-keeper.ts'
import { keepDroppedFilesOut } from './lib/given-files.ts'
import { speakDeviceLanguage } from './lib/language.ts'
import { forgetOldPassword } from './lib/session.ts'

forgetOldPassword()
keepFocus()
keepDroppedFilesOut()

void Promise.all([speakDeviceLanguage(), loadFirst()]).then(draw)

function draw(): void {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
