import { textSizes } from '#contract/settings-choices.ts'
import { say } from '#web/lib/say.ts'
import { choose, useSettings } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function TextSizeSettings() {
  return (
    <Choice
      id="text-size"
      title={say('settings.textSize')}
      hint={say('settings.textSizeHint')}
      value={useSettings().text_size}
      choices={textSizes.map((percent) => [
        percent,
        percent === 100 ? say('settings.textSizeUsual') : say('settings.textSizeOf', { percent }),
      ])}
      onChoose={(percent) => choose('text_size', percent)}
    />
  )
}
