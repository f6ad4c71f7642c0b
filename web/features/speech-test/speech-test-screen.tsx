import { Anchor, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { useRef } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { usePermission } from '#web/lib/files/use-permission.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { dictationLanguage, dictationLanguages } from '#web/lib/speech/language.ts'
import { hasSingleUtterances, recognizerClass } from '#web/lib/speech/recognizer.ts'
import { DictationField } from '#web/ui/dictation-field.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const permissions = {
  granted: 'speech.granted',
  denied: 'speech.denied',
  prompt: 'speech.prompt',
} as const satisfies Record<PermissionState, MessageKey>

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

/** This browser's dictation support and the current settings. */
function SupportFacts() {
  const permission = usePermission('microphone')
  const supported = recognizerClass() !== null
  const tag = dictationLanguage()
  const language = dictationLanguages().find((one) => one.tag === tag)?.name ?? tag
  const rounds = hasSingleUtterances(navigator.userAgent) ? 'speech.roundsOne' : 'speech.roundsContinuous'
  return (
    <Facts
      facts={[
        [t('speech.dictation'), t(supported ? 'speech.available' : 'speech.notAvailable')],
        [t('speech.spoken'), language],
        ...(supported
          ? ([
              [t('speech.microphone'), t(permission ? permissions[permission] : 'speech.unknown')],
              [t('speech.rounds'), t(rounds)],
            ] as const)
          : []),
      ]}
    />
  )
}
