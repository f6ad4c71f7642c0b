import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { textSizes } from '#contract/accounts/settings-choices.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { changeSetting, useSettings, useSettingsRecord } from '#web/lib/settings/store.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Choice } from './choice.tsx'
import { DictationSettings } from './dictation-settings.tsx'
import { LanguageSettings } from './language-settings.tsx'

/** Settings for all devices of the account. Changes apply immediately, also offline. */
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

/** A card labelled by its content's heading. */
function Part({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby={id}>
      {children}
    </Paper>
  )
}

function TextSizeSettings() {
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
      onChoose={(percent) => changeSetting('text_size', percent)}
    />
  )
}

function ThemeSettings() {
  return (
    <Choice
      id="theme"
      title={t('settings.theme')}
      value={useSettings().theme}
      choices={[
        ['light', t('settings.light')],
        ['dark', t('settings.dark')],
        ['system', t('settings.system')],
      ]}
      onChoose={(theme) => changeSetting('theme', theme)}
    />
  )
}

function UnitSettings() {
  return (
    <Choice
      id="units"
      title={t('settings.units')}
      hint={t('settings.unitsHint')}
      value={useSettings().units}
      choices={[
        ['imperial', t('settings.imperial')],
        ['metric', t('settings.metric')],
      ]}
      onChoose={(units) => changeSetting('units', units)}
    />
  )
}
