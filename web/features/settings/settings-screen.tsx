import { Paper, Stack, Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DictationSettings } from './dictation-settings.tsx'
import { ThemeSettings } from './theme-settings.tsx'

/** What a person chooses for this device. Every choice counts at once. */
export function SettingsScreen() {
  useTitle(say('settings.title'))
  return (
    <>
      <PageHeader title={say('settings.title')} />
      <Stack gap="lg" maw="44rem">
        <Text c="dimmed">{say('settings.lead')}</Text>
        <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="theme">
          <ThemeSettings />
        </Paper>
        <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="dictation">
          <DictationSettings />
        </Paper>
      </Stack>
    </>
  )
}
