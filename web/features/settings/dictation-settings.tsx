import { Anchor, NativeSelect, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { changeSetting, useSettingsRecord } from '#web/lib/settings/store.ts'
import { dictationLanguage, dictationLanguages } from '#web/lib/speech/language.ts'
import { recognizerClass } from '#web/lib/speech/recognizer.ts'

export function DictationSettings() {
  const { chosen } = useSettingsRecord()
  const [languages] = useState(dictationLanguages)
  return (
    <>
      <Title order={2} id="dictation" mb="md">
        {t('settings.dictation')}
      </Title>
      <NativeSelect
        label={t('speech.dictationLanguage')}
        description={t('settings.dictationHint')}
        value={chosen.dictation_language ?? dictationLanguage()}
        onChange={({ currentTarget }) => {
          const known = languages.find(({ tag }) => tag === currentTarget.value)
          if (known) changeSetting('dictation_language', known.tag)
        }}
        data={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t(recognizerClass() ? 'speech.service' : 'speech.unsupported')}
      </Text>
      <Anchor component={Link} to="/Cfspeechtotext5" display="inline-block" py={10} mt={4}>
        {t('settings.test')}
      </Anchor>
    </>
  )
}
