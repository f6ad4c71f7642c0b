import { textSizes } from '#contract/accounts/settings-choices.ts'
import { t } from '#web/lib/language/translate.ts'
import { choose, useSettings } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function TextSizeSettings() {
  return (
    <Choice
      id="text-size"
      title={t('settings.textSize')}
      hint={t('settings.textSizeHint')}
      value={useSettings().text_size}
      choices={textSizes.map((percent) => [
        percent,
        percent === 100 ? t('settings.textSizeUsual') : t('settings.textSizeOf', { percent }),
      ])}
      onChoose={(percent) => choose('text_size', percent)}
    />
  )
}
