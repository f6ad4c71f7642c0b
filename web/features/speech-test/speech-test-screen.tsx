import { Anchor, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { useRef } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { recognizerClass } from '#web/lib/speech/recognizer.ts'
import { DictationField } from '#web/ui/dictation-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SupportFacts } from './support-facts.tsx'

/** A screen to try out dictation. */
export function SpeechTestScreen() {
  useTitle(t('speech.testTitle'))
  return (
    <>
      <PageHeader title={t('speech.testTitle')} />
      <Stack gap="lg" maw="44rem">
        <Paper withBorder radius="lg" p="lg">
          <TestBox />
        </Paper>
        <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="support">
          <Title order={2} id="support" mb="md">
            {t('speech.supportTitle')}
          </Title>
          <SupportFacts />
          <Anchor component={Link} to="/Settings2" display="inline-block" py={10} mt={4}>
            {t('settings.open')}
          </Anchor>
        </Paper>
      </Stack>
    </>
  )
}

function TestBox() {
  const input = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <Text mb="md">{t(recognizerClass() ? 'speech.testText' : 'speech.unsupported')}</Text>
      <Text component="label" htmlFor="test-text" fw={550} display="block" mb={4}>
        {t('speech.testBox')}
      </Text>
      {/* Text that arrives after leaving this screen is dropped. */}
      <DictationField name={t('speech.testBox')} input={input} onLate={() => undefined}>
        <Textarea id="test-text" ref={input} minRows={4} autosize />
      </DictationField>
    </>
  )
}
