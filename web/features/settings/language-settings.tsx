import { Text } from '@mantine/core'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { say } from '#web/lib/say.ts'
import { choose, useSettingsRecord } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function LanguageSettings() {
  const { chosen } = useSettingsRecord()
  const spoken = spokenLanguage()
  const language = chosen.language ?? spoken
  return (
    <Choice
      id="language"
      title={say('settings.language')}
      hint={say('settings.languageHint')}
      value={language}
      choices={[
        ['en', say('common.inEnglish'), 'en'],
        ['es', say('common.inSpanish'), 'es'],
      ]}
      onChoose={(wanted) => choose('language', wanted)}
    >
      {language !== spoken && (
        <Text size="sm" mt="xs" role="status">
          {say('settings.languageLater')}
        </Text>
      )}
    </Choice>
  )
}
