import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useSettingsRecord } from '#web/lib/settings/store.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DictationSettings } from './dictation-settings.tsx'
import { LanguageSettings } from './language-settings.tsx'
import { TextSizeSettings } from './text-size-settings.tsx'
import { ThemeSettings } from './theme-settings.tsx'
import { UnitSettings } from './unit-settings.tsx'

/** What a person chooses for all of the account's devices. Every choice counts at once, without a network too. */
export function SettingsScreen() {
  useTitle(t('settings.title'))
  const waits = useSettingsRecord().waiting.length > 0
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <Stack gap="lg" maw="44rem">
        <Text c="dimmed" role="status">
          {t(waits ? 'settings.keptHere' : 'settings.lead')}
        </Text>
        <Part id="theme">
          <ThemeSettings />
        </Part>
        <Part id="text-size">
          <TextSizeSettings />
        </Part>
        <Part id="language">
          <LanguageSettings />
        </Part>
        <Part id="units">
          <UnitSettings />
        </Part>
        <Part id="dictation">
          <DictationSettings />
        </Part>
      </Stack>
    </>
  )
}

/** Named by the heading that its content brings. */
function Part({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby={id}>
      {children}
    </Paper>
  )
}
