import { Anchor, NativeSelect, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'
import { choose, useSettingsRecord } from '#web/lib/settings/store.ts'
import { dictationLanguage, dictationLanguages } from '#web/lib/speech/language.ts'
import { recogniserClass } from '#web/lib/speech/recogniser.ts'

export function DictationSettings() {
  const { chosen } = useSettingsRecord()
  const [languages] = useState(dictationLanguages)
  return (
    <>
      <Title order={2} id="dictation" mb="md">
        {say('settings.dictation')}
      </Title>
      <NativeSelect
        label={say('speech.dictationLanguage')}
        description={say('settings.dictationHint')}
        value={chosen.dictation_language ?? dictationLanguage()}
        onChange={({ currentTarget }) => {
          const known = languages.find(({ tag }) => tag === currentTarget.value)
          if (known) choose('dictation_language', known.tag)
        }}
        data={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
      />
      <Text size="sm" c="dimmed" mt="md">
        {say(recogniserClass() ? 'speech.service' : 'speech.unsupported')}
      </Text>
      <Anchor component={Link} to="/Cfspeechtotext5" display="inline-block" py={10} mt={4}>
        {say('settings.test')}
      </Anchor>
    </>
  )
}
