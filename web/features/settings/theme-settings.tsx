import { t } from '#web/lib/language/translate.ts'
import { choose, useSettings } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function ThemeSettings() {
  return (
    <Choice
      id="theme"
      title={t('settings.theme')}
      value={useSettings().theme}
      choices={[
        ['light', t('settings.light')],
        ['dark', t('settings.dark')],
        ['system', t('settings.system')],
      ]}
      onChoose={(theme) => choose('theme', theme)}
    />
  )
}
