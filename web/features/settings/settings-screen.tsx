import { Anchor, NativeSelect, Paper, Radio, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { textSizes } from '#contract/accounts/settings-choices.ts'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { changeSetting, useSettings, useSettingsRecord } from '#web/lib/settings/store.ts'
import { dictationLanguage, dictationLanguages } from '#web/lib/speech/language.ts'
import { recognizerClass } from '#web/lib/speech/recognizer.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

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

function LanguageSettings() {
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

function DictationSettings() {
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

interface Props<T extends string | number> {
  id: string
  title: string
  value: T
  /** Value, label, and the label's language if it differs from the page's. */
  choices: readonly (readonly [T, string, string?])[]
  onChoose: (value: T) => void
  hint?: string
  children?: ReactNode
}

/** A setting with few options; changes apply immediately. */
function Choice<T extends string | number>(props: Props<T>) {
  const { id, title, value, choices, onChoose, hint, children } = props
  return (
    <>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {hint && (
        <Text id={`${id}-hint`} size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      <Radio.Group
        aria-labelledby={id}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        value={String(value)}
        onChange={(text) => {
          const chosen = choices.find(([one]) => String(one) === text)
          if (chosen) onChoose(chosen[0])
        }}
      >
        <Stack gap={0}>
          {choices.map(([one, words, lang]) => (
            <Radio key={one} value={String(one)} label={<span {...(lang && { lang })}>{words}</span>} />
          ))}
        </Stack>
      </Radio.Group>
      {children}
    </>
  )
}
