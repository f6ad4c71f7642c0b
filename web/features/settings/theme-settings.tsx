import { say } from '#web/lib/say.ts'
import { choose, useSettings } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function ThemeSettings() {
  return (
    <Choice
      id="theme"
      title={say('settings.theme')}
      value={useSettings().theme}
      choices={[
        ['light', say('settings.light')],
        ['dark', say('settings.dark')],
        ['system', say('settings.system')],
      ]}
      onChoose={(theme) => choose('theme', theme)}
    />
  )
}
