import { Text } from '@mantine/core'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { t } from '#web/lib/language/translate.ts'
import { changeSetting, useSettingsRecord } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function LanguageSettings() {
  const { chosen } = useSettingsRecord()
  const spoken = spokenLanguage()
  const language = chosen.language ?? spoken
  return (
    <Choice
      id="language"
      title={t('settings.language')}
      hint={t('settings.languageHint')}
      value={language}
      choices={[
        ['en', t('common.inEnglish'), 'en'],
        ['es', t('common.inSpanish'), 'es'],
      ]}
      onChoose={(wanted) => changeSetting('language', wanted)}
    >
      {language !== spoken && (
        <Text size="sm" mt="xs" role="status">
          {t('settings.languageLater')}
        </Text>
      )}
    </Choice>
  )
}
